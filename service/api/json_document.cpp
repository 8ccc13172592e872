#include "api/json_document.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <unordered_set>

namespace evald::service {
namespace {

namespace dom = simdjson::dom;

/// Documents up to this size share one parser a thread; larger ones would keep its memory for ever.
constexpr std::size_t k_shared_size = 64U << 10U;
/// Objects with more names are searched for duplicates through a set.
constexpr std::size_t k_few_names = 12;
/// Faults beyond this number are left out of the answer.
constexpr std::size_t k_most_faults = 100;

/// Where a text stops being JSON. Only asked for once a text is known to be bad.
class FaultFinder final : public nlohmann::json_sax<nlohmann::json> {
public:
    std::size_t position = 0;
    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t) override { return true; }
    bool number_unsigned(number_unsigned_t) override { return true; }
    bool number_float(number_float_t, const string_t&) override { return true; }
    bool string(string_t&) override { return true; }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return true; }
    bool key(string_t&) override { return true; }
    bool end_object() override { return true; }
    bool start_array(std::size_t) override { return true; }
    bool end_array() override { return true; }
    bool parse_error(std::size_t at, const std::string&, const nlohmann::detail::exception&) override {
        position = at;
        return false;
    }
};

std::string place_of_fault(std::string_view text) {
    FaultFinder finder;
    if (nlohmann::json::sax_parse(text, &finder)) return "";
    const std::string_view before =
        text.substr(0, std::min(text.size(), finder.position > 0 ? finder.position - 1 : 0));
    const auto lines = std::ranges::count(before, '\n') + 1;
    const auto newline = before.rfind('\n');
    const std::size_t column = before.size() - (newline == std::string_view::npos ? 0 : newline + 1) + 1;
    return " (line " + std::to_string(lines) + ", column " + std::to_string(column) + ")";
}

Error syntax_error(simdjson::error_code code, std::string_view text, std::size_t max_depth) {
    Error error;
    error.code = ErrorCode::invalid_request;
    switch (code) {
        case simdjson::DEPTH_ERROR:
            error.message = "The JSON is nested more than " + std::to_string(max_depth) + " deep.";
            break;
        case simdjson::UTF8_ERROR: error.message = "The JSON is not valid UTF-8."; break;
        case simdjson::EMPTY: error.message = "A JSON object is needed; nothing came."; break;
        case simdjson::NUMBER_ERROR: error.message = "A number in the JSON is malformed or out of range."; break;
        default: error.message = "This is not valid JSON" + place_of_fault(text) + "."; break;
    }
    return error;
}

/// Notes every name that stands twice in one object.
class DuplicateFinder {
public:
    std::vector<FieldError> faults;

    void visit(dom::element value) {
        if (faults.size() >= k_most_faults) return;
        dom::object object;
        dom::array array;
        if (value.get(object) == simdjson::SUCCESS)
            visit_object(object);
        else if (value.get(array) == simdjson::SUCCESS)
            visit_array(array);
    }

private:
    void visit_object(dom::object object) {
        const bool has_few = object.size() <= k_few_names;
        std::vector<std::string_view> few;
        std::unordered_set<std::string_view> many;
        for (const dom::key_value_pair member : object) {
            const bool is_new =
                has_few ? std::ranges::find(few, member.key) == few.end() : many.insert(member.key).second;
            if (has_few) few.push_back(member.key);
            if (!is_new) faults.push_back({path_ + "/" + pointer_step(member.key), "stands there twice; give it once"});
            descend(member.key, member.value);
        }
    }

    void visit_array(dom::array array) {
        std::size_t index = 0;
        for (const dom::element value : array) {
            if (value.is<dom::object>() || value.is<dom::array>()) descend(std::to_string(index), value);
            ++index;
        }
    }

    void descend(std::string_view step, dom::element value) {
        if (!value.is<dom::object>() && !value.is<dom::array>()) return;
        const std::size_t length = path_.size();
        path_ += '/';
        path_ += pointer_step(step);
        visit(value);
        path_.resize(length);
    }

    std::string path_;
};

}  // namespace

std::string pointer_step(std::string_view token) {
    std::string out;
    for (const char c : token) {
        if (c == '~')
            out += "~0";
        else if (c == '/')
            out += "~1";
        else
            out += c;
    }
    return out;
}

Result<JsonDocument> JsonDocument::parse(std::string_view text, std::size_t max_depth) {
    static thread_local dom::parser shared;
    JsonDocument document;
    dom::parser* parser = &shared;
    if (text.size() > k_shared_size) {
        document.own_parser_ = std::make_unique<dom::parser>();
        parser = document.own_parser_.get();
    }
    const std::size_t room = std::max<std::size_t>(text.size(), 4096);
    if (parser->capacity() < room || parser->max_depth() != max_depth) {
        const auto refused = parser->allocate(std::max(room, parser->capacity()), max_depth);
        if (refused != simdjson::SUCCESS) return syntax_error(refused, text, max_depth);
    }
    const auto fault = parser->parse(text.data(), text.size()).get(document.root_);
    if (fault != simdjson::SUCCESS) return syntax_error(fault, text, max_depth);
    DuplicateFinder duplicates;
    duplicates.visit(document.root_);
    if (duplicates.faults.empty()) return document;
    Error error;
    error.code = ErrorCode::invalid_request;
    error.message = "A name stands twice in one object.";
    error.fields = std::move(duplicates.faults);
    return error;
}

}  // namespace evald::service
