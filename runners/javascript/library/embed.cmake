# Writes OUTPUT_FILE, C++ that defines `LIST FUNCTION()`: the scripts FILES (relative to FOLDER) as they are, in this
# order, named PREFIX and the path without ".js".
function(evald_embed_scripts output_file function folder prefix)
  set(definitions "")
  set(entries "")
  set(number 0)
  foreach(file ${ARGN})
    set(path "${folder}/${file}")
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${path}")
    file(READ "${path}" bytes HEX)
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
    string(REGEX REPLACE "\\.js$" "" name "${file}")
    string(APPEND definitions "constexpr char k_script_${number}[] = {${bytes}'\\0'};\n")
    string(APPEND entries "{\"${prefix}${name}\", {k_script_${number}, sizeof k_script_${number} - 1}}, ")
    math(EXPR number "${number} + 1")
  endforeach()
  set(content "#include \"library/sources.hpp\"\nnamespace evald::js {\nnamespace {\n${definitions}}\nstd::vector<LibrarySource> ${function}() { return {${entries}}; }\n}\n")
  if(EXISTS "${output_file}")
    file(READ "${output_file}" present)
  endif()
  if(NOT "${present}" STREQUAL "${content}")
    file(WRITE "${output_file}" "${content}")
  endif()
endfunction()

# The same for scripts in ECMAScript 5 that every start of a runner needs: OUTPUT_FILE holds them as bytecode.
function(evald_compile_scripts output_file function folder prefix)
  list(TRANSFORM ARGN PREPEND "${folder}/" OUTPUT_VARIABLE paths)
  add_custom_command(OUTPUT "${output_file}"
    COMMAND evald-js-compile "${output_file}" ${function} "${prefix}" "${folder}" ${ARGN}
    DEPENDS evald-js-compile ${paths} VERBATIM)
endfunction()
