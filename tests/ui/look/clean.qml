import QtQuick

/// Everything on it is as it should be, though much of it looks at first like a fault.
Rectangle {
    width: 480
    height: 400
    color: "#FAF8F5"

    component Words: Text {
        property bool tipWhenCut: false

        textFormat: Text.PlainText
        color: "#1F1B17"
        font.pixelSize: 14
    }

    Words {
        x: 16
        y: 16
        text: "设置"
    }
    // Cut, but a tip shows all of it.
    Words {
        x: 16
        y: 48
        width: 120
        elide: Text.ElideRight
        tipWhenCut: true
        text: "一段很长很长很长很长很长很长很长很长的文字"
    }
    // In a list that scrolls the edge may cut a row.
    ListView {
        x: 16
        y: 80
        width: 200
        height: 50
        clip: true
        model: 5
        delegate: Words {
            required property int index

            height: 30
            text: "第 " + index + " 行"
        }
    }
    // Covered by something opaque: not seen, so not overlapping.
    Words {
        x: 250
        y: 20
        text: "下面"
    }
    Rectangle {
        x: 240
        y: 10
        width: 100
        height: 40
        color: "#FFFFFF"

        Words {
            x: 10
            y: 10
            text: "上面"
        }
    }
    // Neither seen nor looked at.
    Words {
        x: 16
        y: 16
        visible: false
        text: "Settings"
    }
    // What cannot be used now may be paler.
    Words {
        x: 16
        y: 150
        enabled: false
        color: "#98908A"
        text: "不可用"
    }
    // Light on dark.
    Rectangle {
        x: 16
        y: 200
        width: 120
        height: 32
        color: "#B04814"

        Words {
            anchors.centerIn: parent
            color: "#FFFFFF"
            text: "打开"
        }
    }
    // The person's own words may be in any language.
    TextEdit {
        x: 16
        y: 250
        font.pixelSize: 14
        color: "#1F1B17"
        text: "these are my own words"
    }
    // A name is no sentence.
    Words {
        x: 16
        y: 290
        text: "SmolLM2 135M Instruct"
    }
}
