# The built-in modules: every script of node/, web/ and intl/, and those that npm packages give, each named by its path.
set(EVALD_JS_PACKAGES_DIR "" CACHE PATH "Folder node_modules with what node/packages names; empty: npm ci fetches it")
set(packages "${EVALD_JS_PACKAGES_DIR}")
if(NOT packages)
  set(packages "${CMAKE_CURRENT_BINARY_DIR}/node_packages/node_modules")
  if(NOT EXISTS "${packages}/readable-stream/package.json")
    configure_file(node/packages/package.json node_packages/package.json COPYONLY)
    configure_file(node/packages/package-lock.json node_packages/package-lock.json COPYONLY)
    find_program(NPM_PROGRAM npm REQUIRED)
    execute_process(COMMAND ${NPM_PROGRAM} ci --ignore-scripts --no-audit --no-fund
      WORKING_DIRECTORY "${CMAKE_CURRENT_BINARY_DIR}/node_packages" COMMAND_ERROR_IS_FATAL ANY OUTPUT_QUIET)
  endif()
endif()

file(GLOB scripts CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}"
  "${CMAKE_CURRENT_SOURCE_DIR}/node/*.js" "${CMAKE_CURRENT_SOURCE_DIR}/web/*.js" "${CMAKE_CURRENT_SOURCE_DIR}/intl/*.js")
list(REMOVE_ITEM scripts intl/start.js)
evald_embed_scripts("${CMAKE_CURRENT_BINARY_DIR}/node_sources.cpp" node_sources
  "${CMAKE_CURRENT_SOURCE_DIR}" "evald:" ${scripts})
file(GLOB_RECURSE scripts RELATIVE "${packages}" "${packages}/readable-stream/lib/*.js")
list(FILTER scripts EXCLUDE REGEX "/ours/(browser|index)\\.js$|/_stream_[a-z]+\\.js$")
evald_embed_scripts("${CMAKE_CURRENT_BINARY_DIR}/package_sources.cpp" package_sources
  "${packages}" "evald:package/" ${scripts})
