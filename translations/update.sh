#!/usr/bin/env bash
# Brings translations/*.ts up to the strings of app/ and ui/. hearth_en.ts holds the plural forms alone.
set -euo pipefail
cd "$(dirname "$0")/.."
export PATH=$PATH:/usr/lib/qt6/bin
lupdate -silent -no-obsolete -locations none -recursive app ui -ts translations/hearth_zh_CN.ts
lupdate -silent -no-obsolete -locations none -pluralonly -recursive app ui -ts translations/hearth_en.ts
