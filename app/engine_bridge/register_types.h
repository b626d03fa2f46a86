#pragma once

namespace hearth {

/// Makes ActiveModel known to QML as Hearth.Engine.Models 1.0. Once, before the first QML file is loaded.
void registerEngineTypes();

}  // namespace hearth
