# What a folder below tests/ calls to register its tests.
find_package(doctest 2.4 REQUIRED)
# The system's interpreter, not one of a virtual environment: the packages that tests need are installed for it.
find_program(EVAL_TEST_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(EVAL_TEST_PYTHON python3 REQUIRED)

set(eval_test_environment
  EVALD_TEST_BUILD_DIR=${CMAKE_BINARY_DIR}
  EVALD_TEST_SOURCE_DIR=${CMAKE_SOURCE_DIR}
  EVALD_TEST_BIN=${CMAKE_BINARY_DIR}/evald
  PYTHONDONTWRITEBYTECODE=1
  PYTHONPATH=${CMAKE_SOURCE_DIR}/tests
  ASAN_OPTIONS=detect_stack_use_after_return=1:strict_string_checks=1
  UBSAN_OPTIONS=print_stacktrace=1
  TSAN_OPTIONS=second_deadlock_stack=1)

# Seconds that a test has, unless it names others; sanitizers take their time.
set(eval_test_timeout 120)
set(eval_timeout_factor 1)
if(EVAL_SANITIZE)
  set(eval_timeout_factor 5)
endif()

# eval_add_doctest_suite(TARGET LABEL label): one executable of all *.cpp of the calling folder and of tests/support
# (main() is main.cpp here), and one ctest entry for each file NAME_test.cpp. Include roots: tests/, eval-core/, service/.
function(eval_add_doctest_suite target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "LABEL;TIMEOUT" "")
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  file(GLOB_RECURSE support CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/support/*.cpp)
  if(NOT sources)
    return()
  endif()
  if(NOT TARGET evald_service)  # while there is no service yet, its tests cannot be built
    list(FILTER sources EXCLUDE REGEX "/tests/unit/service/")
  endif()
  add_executable(${target} ${sources} ${support})
  target_link_libraries(${target} PRIVATE test_support eval_core eval_warnings doctest::doctest)
  if(TARGET evald_service)
    target_link_libraries(${target} PRIVATE evald_service)
  endif()
  target_precompile_headers(${target} REUSE_FROM eval_core)
  foreach(source ${sources})
    if(source MATCHES "_test\\.cpp$")
      eval_register_doctest_file(${target} ${source} "${arg_LABEL}" "${arg_TIMEOUT}")
    endif()
  endforeach()
endfunction()

function(eval_register_doctest_file target source label timeout)
  file(RELATIVE_PATH path ${CMAKE_CURRENT_SOURCE_DIR} ${source})
  string(REGEX REPLACE "_test\\.cpp$" "" name ${path})
  add_test(NAME ${label}/${name} COMMAND ${target} --source-file=*/${path})
  eval_set_test_properties(${label}/${name} "${label}" "${timeout}")
endfunction()

# eval_add_python_test(NAME script.py [LABEL label] [TIMEOUT seconds] [SERIAL] [ARGS ...]): runs the script of the
# calling folder with the environment above; exit status 0 passes, 77 skips. SERIAL: beside no other test (it measures).
function(eval_add_python_test name script)
  cmake_parse_arguments(PARSE_ARGV 2 arg "SERIAL" "LABEL;TIMEOUT" "ARGS")
  add_test(NAME ${name} COMMAND ${EVAL_TEST_PYTHON} ${CMAKE_CURRENT_SOURCE_DIR}/${script} ${arg_ARGS})
  eval_set_test_properties(${name} "${arg_LABEL}" "${arg_TIMEOUT}")
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77)
  if(arg_SERIAL)
    set_tests_properties(${name} PROPERTIES RUN_SERIAL TRUE)
  endif()
endfunction()

function(eval_set_test_properties name label timeout)
  if(NOT timeout)
    set(timeout ${eval_test_timeout})
  endif()
  math(EXPR timeout "${timeout} * ${eval_timeout_factor}")
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "${eval_test_environment}" TIMEOUT ${timeout} LABELS "${label}")
endfunction()
