#include "kernel/language.hpp"

namespace evald {

std::optional<Language> language_from_request(std::string_view id) {
    if (id == "py") return Language::python;
    if (id == "js") return Language::javascript;
    return std::nullopt;
}

std::string_view language_id(Language language) { return language == Language::python ? "python" : "js"; }

std::string_view language_name(Language language) { return language == Language::python ? "Python" : "JavaScript"; }

}  // namespace evald
