#include "shell/register_types.h"

#include "shell/about.h"
#include "shell/appearance.h"
#include "shell/command_palette.h"
#include "shell/model_switch.h"
#include "shell/notices.h"
#include "shell/page_pool.h"
#include "shell/safe_start.h"
#include "shell/shortcut_table.h"
#include "shell/status_line.h"
#include "shell/workspace.h"

#include <QtQml>

namespace hearth {

namespace {

template <class T>
void registerType(const char* name) {
    qmlRegisterUncreatableType<T>("Hearth.Shell.Models", 1, 0, name, QStringLiteral("The program makes it."));
}

}  // namespace

void registerShellTypes() {
    registerType<About>("About");
    registerType<Appearance>("Appearance");
    registerType<CommandPalette>("CommandPalette");
    registerType<ModelSwitch>("ModelSwitch");
    registerType<Notices>("Notices");
    registerType<PagePool>("PagePool");
    registerType<SafeStart>("SafeStart");
    registerType<ShortcutTable>("ShortcutTable");
    registerType<StatusLine>("StatusLine");
    registerType<TabListModel>("TabListModel");
    registerType<WindowListModel>("WindowListModel");
    registerType<WindowState>("WindowState");
    registerType<Workspace>("Workspace");
}

}  // namespace hearth
