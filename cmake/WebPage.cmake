# The web page: service/web, bundled with packages from npm and written as one C++ source, EVAL_PAGE_SOURCE. The sources
# stay untouched: packages are installed in the build tree, exactly those of the lock file, and run no scripts.
option(EVAL_WEB_PAGE "Build the web page into the server (needs node and npm)" ON)
set(page_dir ${CMAKE_SOURCE_DIR}/service/web)
set(page_build_dir ${CMAKE_BINARY_DIR}/web)
set(EVAL_PAGE_SOURCE ${page_build_dir}/page_files.cpp)

# eval_npm_install(DIR INTO): the packages of DIR's lock file in INTO/node_modules; stands as INTO/installed.
function(eval_npm_install dir into)
  add_custom_command(OUTPUT ${into}/installed
    COMMAND ${CMAKE_COMMAND} -E make_directory ${into}
    COMMAND ${CMAKE_COMMAND} -E copy ${dir}/package.json ${dir}/package-lock.json ${dir}/.npmrc ${into}
    COMMAND ${CMAKE_COMMAND} -E chdir ${into} ${NPM_EXECUTABLE} ci --no-audit --no-fund --loglevel=error
    COMMAND ${CMAKE_COMMAND} -E touch ${into}/installed
    DEPENDS ${dir}/package.json ${dir}/package-lock.json ${dir}/.npmrc
    COMMENT "Packages of npm for ${dir}" VERBATIM)
endfunction()

if(EVAL_WEB_PAGE)
  find_program(NODE_EXECUTABLE NAMES node nodejs REQUIRED)
  find_program(NPM_EXECUTABLE npm REQUIRED)
  mark_as_advanced(NODE_EXECUTABLE NPM_EXECUTABLE)
  file(GLOB_RECURSE page_sources CONFIGURE_DEPENDS ${page_dir}/src/*)
  eval_npm_install(${page_dir} ${page_build_dir})
  add_custom_command(OUTPUT ${EVAL_PAGE_SOURCE}
    COMMAND ${NODE_EXECUTABLE} ${page_dir}/build.mjs --modules ${page_build_dir} --out ${page_build_dir}
    DEPENDS ${page_build_dir}/installed ${page_dir}/build.mjs ${page_dir}/cpp_source.mjs ${page_sources}
    COMMENT "The web page" VERBATIM)
  add_custom_target(web_page DEPENDS ${EVAL_PAGE_SOURCE})  # on its own, or it would wait for what evald_service links
else()
  file(CONFIGURE OUTPUT ${EVAL_PAGE_SOURCE} CONTENT
"#include \"web/page_file.hpp\"

namespace evald::service {
std::span<const PageFile> page_files() { return {}; }
}  // namespace evald::service
")
endif()
