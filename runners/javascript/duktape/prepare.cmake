# Adapts Debian's Duktape sources (package duktape-dev) into OUTPUT_DIR, at configure time: a duk_config.h with our
# options, and duktape.c with the few messages that agents read in V8's wording. Nothing of Duktape is kept in this tree.
foreach(name duktape.c duktape.h duk_config.h)
  if(NOT EXISTS "${EVALD_DUKTAPE_SOURCE_DIR}/${name}")
    message(FATAL_ERROR "${EVALD_DUKTAPE_SOURCE_DIR}/${name} is missing: install duktape-dev, or set EVALD_DUKTAPE_SOURCE_DIR")
  endif()
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${EVALD_DUKTAPE_SOURCE_DIR}/${name}")
endforeach()
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  "${CMAKE_CURRENT_LIST_FILE}" "${CMAKE_CURRENT_LIST_DIR}/config_overrides.h" "${CMAKE_CURRENT_LIST_DIR}/functions.cmake" "${CMAKE_CURRENT_LIST_DIR}/inlined_calls.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/big_integers.cmake" "${CMAKE_CURRENT_LIST_DIR}/buffers.cmake" "${CMAKE_CURRENT_LIST_DIR}/messages.cmake"
  "${CMAKE_CURRENT_LIST_DIR}/private_names.cmake")

# Replaces a text that must be there: another Duktape release should stop the build, not silently lose a behaviour.
function(evald_replace variable old new)
  string(FIND "${${variable}}" "${old}" position)
  if(position EQUAL -1)
    message(FATAL_ERROR "Duktape's source has changed, this text is missing: ${old}")
  endif()
  string(REPLACE "${old}" "${new}" replaced "${${variable}}")
  set(${variable} "${replaced}" PARENT_SCOPE)
endfunction()

# Writes only what changed, so that a new configure run does not compile the engine again.
function(evald_write_if_changed path content)
  if(EXISTS "${path}")
    file(READ "${path}" present)
    if(present STREQUAL content)
      return()
    endif()
  endif()
  file(WRITE "${path}" "${content}")
endfunction()

file(MAKE_DIRECTORY "${EVALD_DUKTAPE_OUTPUT_DIR}")
configure_file("${EVALD_DUKTAPE_SOURCE_DIR}/duktape.h" "${EVALD_DUKTAPE_OUTPUT_DIR}/duktape.h" COPYONLY)

file(READ "${CMAKE_CURRENT_LIST_DIR}/config_overrides.h" overrides)
execute_process(COMMAND ${CMAKE_COMMAND} -E cat "${EVALD_DUKTAPE_SOURCE_DIR}/duk_config.h" OUTPUT_VARIABLE config)
evald_replace(config "/* __OVERRIDE_DEFINES__ */" "${overrides}")
evald_write_if_changed("${EVALD_DUKTAPE_OUTPUT_DIR}/duk_config.h" "${config}")

execute_process(COMMAND ${CMAKE_COMMAND} -E cat "${EVALD_DUKTAPE_SOURCE_DIR}/duktape.c" OUTPUT_VARIABLE source)
evald_replace(source "\"callstack limit\"" "\"Maximum call stack size exceeded\"")
evald_replace(source "\"C stack depth limit\"" "\"Maximum call stack size exceeded\"")
evald_replace(source "\"alloc failed\"" "\"out of memory: the limit of the JavaScript heap is reached\"")
evald_replace(source "DUK_ERROR_RAW(thr, filename, linenumber, DUK_ERR_ERROR, DUK_STR_ALLOC_FAILED)"
                     "DUK_ERROR_RAW(thr, filename, linenumber, DUK_ERR_RANGE_ERROR, DUK_STR_ALLOC_FAILED)")
evald_replace(source "\"identifier '%s' undefined\"" "\"%s is not defined\"")
evald_replace(source "\"cannot read property %s of %s\"" "\"Cannot read properties of %2$s (reading %1$s)\"")
evald_replace(source "\"cannot write property %s of %s\"" "\"Cannot set properties of %2$s (setting %1$s)\"")
evald_replace(source "\"%s not callable (property %s of %s)\"" "\"property %2$s of %3$s is not a function (it is %1$s)\"")
evald_replace(source "\"%s not callable\"" "\"%s is not a function\"")
include("${CMAKE_CURRENT_LIST_DIR}/functions.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/big_integers.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/buffers.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/messages.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/private_names.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/inlined_calls.cmake")
evald_write_if_changed("${EVALD_DUKTAPE_OUTPUT_DIR}/duktape.c" "${source}")
