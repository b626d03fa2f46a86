import Hearth.Controls
import Hearth.Transcript.Models

/// The theme as the texts of a transcript use it.
TextAppearance {
    text: Theme.text
    muted: Theme.muted
    link: Theme.accent
    caret: Theme.accent
    codeGround: Theme.hover
    keyword: Theme.accent
    type: Theme.chats
    string: Theme.good
    number: Theme.shared
    comment: Theme.faint
    name: Theme.chats
    added: Theme.good
    removed: Theme.bad
    monoFamily: Theme.familyMono
    strongWeight: Theme.weightStrong
    lineHeight: Theme.readingLineHeight
    fontScale: Theme.fontScale
}
