#include <algorithm>
#include <array>
#include <utility>

#include "regexp/translator.hpp"

namespace evald::js {

std::u16string Translator::property() {
    const char16_t letter = source_[at_++];
    const std::size_t end = source_.find(u'}', at_);
    if (peek() != u'{' || end == std::u16string_view::npos) {
        fail("Invalid property name");
    }
    std::string name;
    for (const char16_t c : source_.substr(at_ + 1, end - at_ - 1)) {
        name += c < 0x80 ? static_cast<char>(c) : '?';
    }
    at_ = end + 1;
    const std::size_t equals = name.find('=');
    if (equals != std::string::npos) {
        const std::string key = name.substr(0, equals);
        const std::string value = name.substr(equals + 1);
        if (key == "General_Category" || key == "gc") {
            name = value;
        } else if (key == "Script" || key == "sc") {
            name = "sc:" + value;
        } else if (key == "Script_Extensions" || key == "scx") {
            name = "scx:" + value;
        } else {
            fail("Invalid property name");
        }
    }
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 38> k_categories{
        {{"Letter", "L"},
         {"Cased_Letter", "L&"},
         {"Uppercase_Letter", "Lu"},
         {"Lowercase_Letter", "Ll"},
         {"Titlecase_Letter", "Lt"},
         {"Modifier_Letter", "Lm"},
         {"Other_Letter", "Lo"},
         {"Mark", "M"},
         {"Combining_Mark", "M"},
         {"Nonspacing_Mark", "Mn"},
         {"Spacing_Mark", "Mc"},
         {"Enclosing_Mark", "Me"},
         {"Number", "N"},
         {"Decimal_Number", "Nd"},
         {"digit", "Nd"},
         {"Letter_Number", "Nl"},
         {"Other_Number", "No"},
         {"Punctuation", "P"},
         {"punct", "P"},
         {"Connector_Punctuation", "Pc"},
         {"Dash_Punctuation", "Pd"},
         {"Open_Punctuation", "Ps"},
         {"Close_Punctuation", "Pe"},
         {"Initial_Punctuation", "Pi"},
         {"Final_Punctuation", "Pf"},
         {"Other_Punctuation", "Po"},
         {"Symbol", "S"},
         {"Math_Symbol", "Sm"},
         {"Currency_Symbol", "Sc"},
         {"Modifier_Symbol", "Sk"},
         {"Other_Symbol", "So"},
         {"Separator", "Z"},
         {"Space_Separator", "Zs"},
         {"Line_Separator", "Zl"},
         {"Paragraph_Separator", "Zp"},
         {"Other", "C"},
         {"Control", "Cc"},
         {"Format", "Cf"}}};
    for (const auto& [long_name, short_name] : k_categories) {
        name = name == long_name ? std::string(short_name) : name;
    }
    return (letter == u'p' ? u"\\p{" : u"\\P{") + widened(name) + u"}";
}

}  // namespace evald::js
