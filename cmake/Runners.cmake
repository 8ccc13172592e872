# The executables that run cells. The service finds them beside its own executable: evald-launcher, evald-js and
# runners/python/eval_runner; once installed, the last one in ../share/evald/runners/python.
foreach(runner launcher javascript)
  if(EXISTS ${CMAKE_SOURCE_DIR}/runners/${runner}/CMakeLists.txt)
    add_subdirectory(runners/${runner})
  endif()
endforeach()

file(MAKE_DIRECTORY ${CMAKE_BINARY_DIR}/runners)
file(CREATE_LINK ${CMAKE_SOURCE_DIR}/runners/python ${CMAKE_BINARY_DIR}/runners/python SYMBOLIC)

install(DIRECTORY runners/python/eval_runner
  DESTINATION ${CMAKE_INSTALL_DATADIR}/evald/runners/python OPTIONAL
  PATTERN __pycache__ EXCLUDE)
install(FILES config/evald.json DESTINATION ${CMAKE_INSTALL_DATADIR}/evald OPTIONAL)
if(TARGET evald-js)
  install(TARGETS evald-js RUNTIME)
endif()
