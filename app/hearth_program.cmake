# hearth, the window.
qt_add_executable(hearth main.cpp)
target_link_libraries(hearth PRIVATE Qt6::Quick Qt6::QuickControls2 hearth_warnings)
hearth_link_qml(hearth hearth_ui_controls)
hearth_add_translations(hearth)
