# Qt parts of the app: view-model libraries, QML modules, the programs that join them and their tests.

# hearth_qt_library(NAME SOURCES...): a static library of view-models. Headers are included by their path below app/.
function(hearth_qt_library name)
  qt_add_library(${name} STATIC ${ARGN})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/app ${PROJECT_SOURCE_DIR}/engine/include)
  target_link_libraries(${name} PUBLIC Qt6::Core PRIVATE hearth_warnings)
  target_compile_definitions(${name} PRIVATE QT_NO_CAST_FROM_ASCII QT_NO_FOREACH QT_MESSAGELOGCONTEXT)
endfunction()

# hearth_qml_module(NAME URI Hearth.X [QML_FILES ...] [SOURCES ...] [RESOURCES ...] [LIBS ...]): a static QML module, found by the
# engine under qrc:/qt/qml. A singleton is marked by the caller with set_source_files_properties before the call.
function(hearth_qml_module name)
  cmake_parse_arguments(arg "" "URI" "QML_FILES;SOURCES;RESOURCES;LIBS" ${ARGN})
  string(REPLACE "." "/" folder ${arg_URI})
  qt_add_library(${name} STATIC)
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  qt_add_qml_module(${name}
    URI ${arg_URI} VERSION 1.0
    RESOURCE_PREFIX /qt/qml
    OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/qml/${folder}
    IMPORT_PATH ${PROJECT_BINARY_DIR}/qml
    NO_PLUGIN
    QML_FILES ${arg_QML_FILES}
    SOURCES ${arg_SOURCES}
    RESOURCES ${arg_RESOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/app ${PROJECT_SOURCE_DIR}/ui ${CMAKE_CURRENT_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC Qt6::Quick Qt6::QuickControls2 ${arg_LIBS})
endfunction()

# hearth_link_qml(TARGET MODULES...): links QML modules, and those they use, whole, so that their compiled QML and type registrations stay.
function(hearth_link_qml target)
  set(waiting ${ARGN})
  set(modules "")
  while(waiting)
    list(POP_FRONT waiting module)
    if(module IN_LIST modules)
      continue()
    endif()
    list(APPEND modules ${module})
    get_target_property(libraries ${module} INTERFACE_LINK_LIBRARIES)
    foreach(library ${libraries})
      if(library MATCHES "^hearth_ui_[a-z]+$")
        list(APPEND waiting ${library})
      endif()
    endforeach()
  endwhile()
  foreach(module ${modules})
    target_link_libraries(${target} PRIVATE ${module})
    target_link_options(${target} PRIVATE LINKER:--whole-archive,$<TARGET_FILE:${module}>,--no-whole-archive)
  endforeach()
endfunction()

set(HEARTH_OFFSCREEN "QT_QPA_PLATFORM=offscreen;QT_QUICK_BACKEND=software;QT_LOGGING_RULES=qt.qpa.fonts.warning=false")

# hearth_qt_test(NAME SOURCES... LIBS ... [TIMEOUT s]): a Qt Test program (one QTEST_MAIN in one of the sources), without a display.
function(hearth_qt_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LIBS" ${ARGN})
  qt_add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests)
  target_link_libraries(${name} PRIVATE ${arg_LIBS} Qt6::Test hearth_warnings)
  target_compile_definitions(${name} PRIVATE HEARTH_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  # What QML says of our own files (an unknown name, a binding loop) is a fault, whatever the tests say.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${HEARTH_OFFSCREEN}"
    FAIL_REGULAR_EXPRESSION "qrc:/qt/qml/Hearth[^ ]*:[0-9]+: ")
endfunction()

# hearth_quick_test(NAME FOLDER [SOURCES ...] [LIBS ...] [MODULES ...]): a Qt Quick Test program over the tst_*.qml of FOLDER. Without SOURCES a
# plain main is used.
function(hearth_quick_test name folder)
  cmake_parse_arguments(arg "" "TIMEOUT" "SOURCES;LIBS;MODULES" ${ARGN})
  if(NOT arg_SOURCES)
    set(arg_SOURCES ${PROJECT_SOURCE_DIR}/tests/support/quick_test_main.cpp)
  endif()
  qt_add_executable(${name} ${arg_SOURCES})
  set_target_properties(${name} PROPERTIES AUTOMOC ON)
  target_link_libraries(${name} PRIVATE ${arg_LIBS} Qt6::QuickTest Qt6::Quick Qt6::QuickControls2 hearth_warnings)
  hearth_link_qml(${name} ${arg_MODULES})
  target_compile_definitions(${name} PRIVATE QUICK_TEST_SOURCE_DIR="${folder}")
  add_test(NAME ${name} COMMAND ${name} -import :/qt/qml)
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  # What QML says of our own files (an unknown name, a binding loop) is a fault, whatever the tests say.
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${HEARTH_OFFSCREEN}"
    FAIL_REGULAR_EXPRESSION "qrc:/qt/qml/Hearth[^ ]*:[0-9]+: ")
endfunction()

# hearth_add_translations(TARGET): compiles translations/*.ts into the program, under :/i18n.
function(hearth_add_translations target)
  file(GLOB files CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/translations/*.ts)
  set_source_files_properties(${files} PROPERTIES OUTPUT_LOCATION ${PROJECT_BINARY_DIR}/i18n/${target})
  qt_add_lrelease(${target} TS_FILES ${files} QM_FILES_OUTPUT_VARIABLE compiled)
  qt_add_resources(${target} translations_of_${target} PREFIX /i18n BASE ${PROJECT_BINARY_DIR}/i18n/${target} FILES ${compiled})
endfunction()
