# The program joined: hearth, the window. hearth-demo shares everything but the engine.
hearth_qt_library(hearth_application
  application.cpp application.h
  application_connections.cpp
  hub_services.cpp hub_services.h)
target_compile_definitions(hearth_application PRIVATE HEARTH_VERSION="${PROJECT_VERSION}")
target_link_libraries(hearth_application PUBLIC hearth_shell hearth_library Qt6::Quick Qt6::QuickControls2)

qt_add_executable(hearth main.cpp)
target_link_libraries(hearth PRIVATE hearth_application hearth_engine_bridge hearth_warnings)
target_compile_definitions(hearth PRIVATE HEARTH_VERSION="${PROJECT_VERSION}")
hearth_link_qml(hearth hearth_ui_shell hearth_ui_settings hearth_ui_chat hearth_ui_library hearth_ui_transcript hearth_ui_controls)
hearth_add_translations(hearth)
# Beside the program, where it looks first.
configure_file(${PROJECT_SOURCE_DIR}/resources/catalog.json ${CMAKE_CURRENT_BINARY_DIR}/catalog.json COPYONLY)
