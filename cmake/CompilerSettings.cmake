# Two interface targets that everything of ours links: eval_options (language, sanitizers) and eval_warnings.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)

if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE RelWithDebInfo CACHE STRING "" FORCE)
endif()
# Assertions stay on in RelWithDebInfo; -g1 is enough for stack traces and keeps objects and links small.
set(CMAKE_CXX_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_C_FLAGS_RELWITHDEBINFO "-O2 -g1")
set(CMAKE_CXX_FLAGS_RELEASE "-O2 -DNDEBUG")
set(CMAKE_C_FLAGS_RELEASE "-O2 -DNDEBUG")
# Sanitizers with optimisation cost minutes and gigabytes for each file that includes Beast.
set(CMAKE_CXX_FLAGS_DEBUG "-O0 -g1")
set(CMAKE_C_FLAGS_DEBUG "-O0 -g1")

find_package(Threads REQUIRED)

add_library(eval_options INTERFACE)
target_compile_features(eval_options INTERFACE cxx_std_20)
target_link_libraries(eval_options INTERFACE Threads::Threads)
if(EVAL_SANITIZE)
  target_compile_options(eval_options INTERFACE
    -fsanitize=${EVAL_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(eval_options INTERFACE -fsanitize=${EVAL_SANITIZE})
else()
  # Not with _FORTIFY_SOURCE under sanitizers: it hides calls from them.
  target_compile_options(eval_options INTERFACE -fstack-protector-strong $<$<NOT:$<CONFIG:Debug>>:-D_FORTIFY_SOURCE=2>)
  target_link_options(eval_options INTERFACE -Wl,-z,relro,-z,now)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # ccache needs to see which precompiled header a file was compiled with.
  target_compile_options(eval_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>)
endif()

add_library(eval_warnings INTERFACE)
target_compile_options(eval_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wold-style-cast -Wnon-virtual-dtor
                            -Wextra-semi>
  $<$<BOOL:${EVAL_WARNINGS_AS_ERRORS}>:-Werror>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # With optimisation or sanitizers g++ 12 sees these faults where there are none: the first four in inlined Asio and
  # Beast code, the others in std::string's.
  target_compile_options(eval_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-maybe-uninitialized -Wno-mismatched-new-delete -Wno-null-dereference -Wno-tsan
                              -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread>)
endif()
