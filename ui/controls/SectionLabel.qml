import QtQuick

/// The name of a group in a list or on a page.
HLabel {
    color: Theme.faint
    font.pixelSize: Theme.sizeTiny
    font.weight: Theme.weightStrong
    Accessible.role: Accessible.Heading
}
