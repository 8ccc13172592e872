# Third-party libraries, all from Debian packages (deploy/apt-packages.txt). Imported targets are SYSTEM, so their
# headers give no warnings.
find_package(Boost 1.81 REQUIRED COMPONENTS url)
find_package(OpenSSL 3 REQUIRED)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(simdjson REQUIRED)
find_package(spdlog REQUIRED)
find_package(CLI11 REQUIRED)
find_path(VALIJSON_INCLUDE_DIR valijson/validator.hpp REQUIRED)  # headers only
mark_as_advanced(VALIJSON_INCLUDE_DIR)

# prometheus-cpp's own package file wants the development files of curl, zlib and civetweb, which its core does not use.
find_path(PROMETHEUS_CORE_INCLUDE_DIR prometheus/registry.h REQUIRED)
find_library(PROMETHEUS_CORE_LIBRARY prometheus-cpp-core REQUIRED)
mark_as_advanced(PROMETHEUS_CORE_INCLUDE_DIR PROMETHEUS_CORE_LIBRARY)
add_library(prometheus_core UNKNOWN IMPORTED GLOBAL)
set_target_properties(prometheus_core PROPERTIES
  IMPORTED_LOCATION ${PROMETHEUS_CORE_LIBRARY}
  INTERFACE_INCLUDE_DIRECTORIES ${PROMETHEUS_CORE_INCLUDE_DIR})

# The code of Asio and of Beast is compiled once each, here, instead of in every file that includes them.
add_library(eval_asio STATIC ${CMAKE_SOURCE_DIR}/cmake/separate_compilation/asio.cpp)
target_compile_definitions(eval_asio PUBLIC BOOST_ASIO_SEPARATE_COMPILATION BOOST_ASIO_NO_DEPRECATED)
target_link_libraries(eval_asio PUBLIC Boost::headers eval_options)

add_library(eval_beast STATIC
  ${CMAKE_SOURCE_DIR}/cmake/separate_compilation/beast.cpp
  ${CMAKE_SOURCE_DIR}/cmake/separate_compilation/asio_ssl.cpp)
target_compile_definitions(eval_beast PUBLIC BOOST_BEAST_SEPARATE_COMPILATION)
target_link_libraries(eval_beast PUBLIC eval_asio OpenSSL::SSL)
