#pragma once

namespace hearth {

/// Makes the chat's classes known to QML as Hearth.Chat.Models 1.0. Once, before the first QML is loaded.
void registerChatTypes();

}  // namespace hearth
