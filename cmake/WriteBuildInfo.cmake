# Writes build_info.hpp: cmake -D OUTPUT= -D SOURCE_DIR= -D VERSION= -D BUILD_TYPE= -D COMPILER= -D SANITIZE= -P this
set(COMMIT "$ENV{EVAL_COMMIT}")  # set where the sources have no git history, as in the container build
find_program(GIT git)
if(NOT COMMIT AND GIT AND EXISTS ${SOURCE_DIR}/.git)
  execute_process(COMMAND ${GIT} -C ${SOURCE_DIR} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(failed)
    set(COMMIT "")
  endif()
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()

set(content "#pragma once

#include <string_view>

namespace evald {

inline constexpr std::string_view k_version = \"${VERSION}\";
inline constexpr std::string_view k_commit = \"${COMMIT}\";
inline constexpr std::string_view k_build_type = \"${BUILD_TYPE}\";
inline constexpr std::string_view k_compiler = \"${COMPILER}\";
inline constexpr std::string_view k_sanitizers = \"${SANITIZE}\";

}  // namespace evald
")
set(previous "")
if(EXISTS ${OUTPUT})
  file(READ ${OUTPUT} previous)
endif()
if(NOT previous STREQUAL content)
  file(WRITE ${OUTPUT} "${content}")
endif()
