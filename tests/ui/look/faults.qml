import QtQuick

/// Every fault that the look knows, and nothing else.
Rectangle {
    width: 480
    height: 400
    color: "#FAF8F5"

    component Words: Text {
        textFormat: Text.PlainText
        color: "#1F1B17"
        font.pixelSize: 14
    }

    // Shortened, and nothing shows the rest.
    Words {
        x: 16
        y: 16
        width: 80
        elide: Text.ElideRight
        text: "没有提示的很长很长很长的文字"
    }
    // Beyond the edge of the window.
    Words {
        x: 430
        y: 50
        text: "窗口之外的文字"
    }
    // Cut by an item that clips and does not scroll.
    Item {
        x: 16
        y: 80
        width: 60
        height: 20
        clip: true

        Words {
            text: "被父项裁掉的文字"
        }
    }
    // Two texts in one place.
    Words {
        x: 16
        y: 120
        text: "第一段文字在这里"
    }
    Words {
        x: 60
        y: 124
        text: "第二段压在上面"
    }
    // Has a translation.
    Words {
        x: 16
        y: 160
        text: "Settings"
    }
    // The same with a value.
    Words {
        x: 16
        y: 190
        text: "“zebra” was deleted"
    }
    // Never went through qsTr.
    Words {
        x: 16
        y: 220
        text: "Somebody forgot to translate this"
    }
    // Pale.
    Words {
        x: 16
        y: 260
        color: "#B8B2A8"
        text: "太浅的文字"
    }
    // Dark enough, but seen through.
    Words {
        x: 16
        y: 290
        opacity: 0.4
        text: "半透明的文字"
    }
    // Light on light.
    Rectangle {
        x: 16
        y: 320
        width: 120
        height: 32
        color: "#E0B155"

        Words {
            anchors.centerIn: parent
            color: "#FFFFFF"
            text: "浅底上的白字"
        }
    }
}
