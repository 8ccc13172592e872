#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace evald {

/// A piece of HTML: text as it stands in the source, or a tag.
struct HtmlToken {
    enum class Kind { text, start_tag, end_tag };

    Kind kind = Kind::text;
    std::string_view text;  ///< of a text; character references are not decoded
    std::string name;       ///< of a tag, in lower case
    bool is_self_closed = false;
    std::vector<std::pair<std::string, std::string_view>> attributes;  ///< names in lower case; not decoded

    /// Empty if it is not there.
    [[nodiscard]] std::string_view attribute(std::string_view attribute_name) const;
    [[nodiscard]] bool has_attribute(std::string_view attribute_name) const;
};

/// Cuts HTML into tokens the way browsers do, never going back: linear time for any input. Comments, declarations and
/// the contents of script and style are skipped; a tag that the text ends in is dropped. Views point into the source.
class HtmlTokenizer {
public:
    explicit HtmlTokenizer(std::string_view html) : rest_(html) {}

    /// False at the end.
    bool next(HtmlToken& token);

private:
    bool skip_declaration();
    bool read_tag(HtmlToken& token);
    void read_attribute(HtmlToken& token);
    void skip_raw_text(std::string_view name);
    void skip_past(std::string_view what);
    std::string_view take(std::size_t size);

    std::string_view rest_;
};

}  // namespace evald
