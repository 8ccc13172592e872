#include "intl/icu_library.hpp"

#include <dlfcn.h>

#include <string>

#include "engine/native_function.hpp"

namespace evald::js {

namespace {

#define EVALD_TEXT_OF(name) #name
#define EVALD_EXPANDED_TEXT_OF(name) EVALD_TEXT_OF(name)

/// Kept open: what ICU registers at exit must stay mapped.
void* open_library(const char* name) {
    void* library = ::dlopen(name, RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) {
        throw NativeError(DUK_ERR_ERROR, std::string("Intl is not available: ") + ::dlerror());
    }
    return library;
}

template <class Function>
void find(void* library, const char* name, Function& function) {
    void* symbol = ::dlsym(library, name);
    if (symbol == nullptr) {
        throw NativeError(DUK_ERR_ERROR, std::string("Intl is not available: no ") + name);
    }
    function = reinterpret_cast<Function>(symbol);
}

IcuLibrary load() {
    // The internationalisation library needs the common one, which dlsym finds through it.
    void* library = open_library("libicui18n.so." EVALD_EXPANDED_TEXT_OF(U_ICU_VERSION_MAJOR_NUM));
    IcuLibrary functions;
#define EVALD_ICU_FIND(name) find(library, EVALD_EXPANDED_TEXT_OF(name), functions.name);
    EVALD_ICU_FUNCTIONS(EVALD_ICU_FIND)
#undef EVALD_ICU_FIND
    return functions;
}

}  // namespace

const IcuLibrary& icu() {
    static const IcuLibrary library = load();
    return library;
}

void check_icu(UErrorCode status) {
    if (U_FAILURE(status)) {
        throw NativeError::range_error(icu().u_errorName(status));
    }
}

}  // namespace evald::js
