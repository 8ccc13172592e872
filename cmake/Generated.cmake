# Headers made at build time, included as "generated/NAME.hpp":
#   build_info.hpp    version, commit, build type, compiler
#   openapi_yaml.hpp  the text of openapi.yaml
set(EVAL_GENERATED_ROOT ${CMAKE_BINARY_DIR}/include)
set(generated_dir ${EVAL_GENERATED_ROOT}/generated)

add_library(eval_generated INTERFACE)
target_include_directories(eval_generated INTERFACE ${EVAL_GENERATED_ROOT})
add_custom_target(generated_headers)
add_dependencies(eval_generated generated_headers)

# Asked anew in each build, written only when something changed.
add_custom_target(generate_build_info
  COMMAND ${CMAKE_COMMAND}
    -D OUTPUT=${generated_dir}/build_info.hpp -D SOURCE_DIR=${CMAKE_SOURCE_DIR} -D VERSION=${PROJECT_VERSION}
    -D BUILD_TYPE=${CMAKE_BUILD_TYPE} -D "COMPILER=${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
    -D "SANITIZE=${EVAL_SANITIZE}"
    -P ${CMAKE_SOURCE_DIR}/cmake/WriteBuildInfo.cmake
  BYPRODUCTS ${generated_dir}/build_info.hpp
  COMMENT "Build info" VERBATIM)
add_dependencies(generated_headers generate_build_info)

# eval_embed_text(FILE NAME): makes generated/NAME.hpp with `inline constexpr std::string_view k_NAME`.
function(eval_embed_text file name)
  if(NOT EXISTS ${file})
    return()
  endif()
  set(output ${generated_dir}/${name}.hpp)
  add_custom_command(OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -D INPUT=${file} -D OUTPUT=${output} -D NAME=${name}
      -P ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    DEPENDS ${file} ${CMAKE_SOURCE_DIR}/cmake/EmbedText.cmake
    COMMENT "Embedding ${name}" VERBATIM)
  add_custom_target(embed_${name} DEPENDS ${output})
  add_dependencies(generated_headers embed_${name})
endfunction()

eval_embed_text(${CMAKE_SOURCE_DIR}/openapi.yaml openapi_yaml)
