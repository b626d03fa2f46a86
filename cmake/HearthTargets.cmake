# hearth_library(NAME SOURCES...): a static library of the engine or the app with the project's flags.
function(hearth_library name)
  add_library(${name} STATIC ${ARGN})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/engine ${PROJECT_SOURCE_DIR}/engine/include)
  target_link_libraries(${name} PRIVATE hearth_warnings)
endfunction()

# hearth_test(NAME SOURCES... LIBS libraries...): a GoogleTest program, one ctest entry.
function(hearth_test name)
  cmake_parse_arguments(arg "" "TIMEOUT" "LIBS" ${ARGN})
  add_executable(${name} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PRIVATE ${arg_LIBS} GTest::gtest GTest::gmock GTest::gtest_main hearth_warnings)
  target_compile_definitions(${name} PRIVATE HEARTH_TEST_DATA="${PROJECT_SOURCE_DIR}/tests/data")
  add_test(NAME ${name} COMMAND ${name})
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 300)
  endif()
  set_tests_properties(${name} PROPERTIES TIMEOUT ${arg_TIMEOUT})
endfunction()
