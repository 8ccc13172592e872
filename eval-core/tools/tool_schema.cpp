// Without it valijson ends the process where it finds a fault.
#define VALIJSON_USE_EXCEPTIONS 1

#include "tools/tool_schema.hpp"

#include "tools/schema_preparation.hpp"

#include <exception>
#include <nlohmann/json.hpp>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

namespace evald {
namespace {

using nlohmann::json;
using valijson::adapters::NlohmannJsonAdapter;

constexpr std::size_t k_faults_shown = 5;

/// Where in a value a fault is: {"<root>", "[at]", "[0]"} is the field at[0].
struct Place {
    std::string field;  ///< empty: all of it
    const json* value;  ///< null: there is none there
};

Place find_place(const json& root, const std::vector<std::string>& context) {
    Place place{{}, &root};
    for (std::size_t i = 1; i < context.size(); ++i) {
        const std::string step = context[i].size() > 2 ? context[i].substr(1, context[i].size() - 2) : "";
        if (place.value != nullptr && place.value->is_array()) {
            const std::size_t index = std::strtoull(step.c_str(), nullptr, 10);
            place.field += "[" + step + "]";
            place.value = index < place.value->size() ? &(*place.value)[index] : nullptr;
        } else {
            place.field += (place.field.empty() ? "" : ".") + step;
            const bool is_there = place.value != nullptr && place.value->is_object() && place.value->contains(step);
            place.value = is_there ? &(*place.value)[step] : nullptr;
        }
    }
    return place;
}

/// That a part is at fault is also said of the whole, which helps nobody.
bool is_consequence(const valijson::ValidationResults::Error& error) {
    return error.description.starts_with("Failed to validate against schema") ||
           error.description.starts_with("Failed to validate item") ||
           error.description.starts_with("Failed to validate object");
}

/// A short look at a value that does not fit.
std::string shown(const json* value) {
    constexpr std::size_t longest = 80;
    if (value == nullptr) return {};
    const bool is_long =
        value->is_structured() || (value->is_string() && value->get_ref<const std::string&>().size() > longest);
    if (is_long) return std::string(" (got a value of type ") + value->type_name() + ")";
    return " (got " + value->dump(-1, ' ', false, json::error_handler_t::replace) + ")";
}

std::string fault_text(const json& root, const valijson::ValidationResults::Error& error) {
    std::string what = error.description;
    while (what.ends_with('.')) what.pop_back();
    const Place place = find_place(root, error.context);
    return place.field.empty() ? what : place.field + ": " + what + shown(place.value);
}

}  // namespace

struct ToolSchema::Compiled {
    json document;
    valijson::Schema schema;
};

ToolSchema::ToolSchema() : compiled_(std::make_unique<Compiled>()) {}

ToolSchema::~ToolSchema() = default;

Result<std::shared_ptr<const ToolSchema>> ToolSchema::compile(std::string_view text) {
    const json given = json::parse(text, nullptr, false);
    if (given.is_discarded()) return Error{ErrorCode::invalid_request, "must be valid JSON"};
    Result<json> prepared = prepare_schema(given);
    if (!prepared) return prepared.error();
    std::shared_ptr<ToolSchema> made(new ToolSchema());
    made->compiled_->document = std::move(*prepared);
    try {
        valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
        parser.populateSchema(NlohmannJsonAdapter(made->compiled_->document), made->compiled_->schema);
    } catch (const std::exception& fault) {
        return Error{ErrorCode::invalid_request, std::string("must be a JSON schema: ") + fault.what()};
    }
    return std::shared_ptr<const ToolSchema>(std::move(made));
}

std::string ToolSchema::faults_of(std::string_view text) const {
    const json value = json::parse(text, nullptr, false);
    if (value.is_discarded()) return "must be valid JSON";
    valijson::ValidationResults results;
    try {
        valijson::Validator validator(valijson::Validator::kStrongTypes);
        if (validator.validate(compiled_->schema, NlohmannJsonAdapter(value), &results)) return {};
    } catch (const std::exception& fault) {
        return fault.what();
    }
    std::vector<std::string> faults;
    for (auto error = results.begin(); error != results.end() && faults.size() < k_faults_shown; ++error)
        if (!is_consequence(*error)) faults.push_back(fault_text(value, *error));
    if (faults.empty() && results.numErrors() > 0) faults.push_back(fault_text(value, *results.begin()));
    std::string joined;
    for (const std::string& fault : faults) joined += (joined.empty() ? "" : "; ") + fault;
    return joined.empty() ? "does not fit" : joined;
}

}  // namespace evald
