#include "tools/schema_preparation.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace evald {
namespace {

using nlohmann::json;

constexpr int k_most_subschemas = 2'000;
/// Whoever reads the schema recurses.
constexpr int k_most_depth = 100;

/// Members whose value is a schema, a list of schemas, or an object of schemas by name.
constexpr std::array<std::string_view, 9> k_schema_members{
    "additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"};
constexpr std::array<std::string_view, 3> k_list_members{"allOf", "anyOf", "oneOf"};
constexpr std::array<std::string_view, 2> k_named_members{"dependencies", "properties"};
constexpr std::array<std::string_view, 11> k_dropped{"$schema",          "$id",     "id",     "$defs",   "definitions",
                                                     "$comment",         "pattern", "format", "$anchor", "uniqueItems",
                                                     "patternProperties"};

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
}

/// Writes a schema out without references.
class Preparation {
public:
    explicit Preparation(const json& root) : root_(root) {}

    json prepare(const json& schema) {
        if (schema.is_boolean()) return schema;
        if (!schema.is_object()) {
            fault_ = "has a subschema that is none";
            return json(true);
        }
        if (++count_ > k_most_subschemas) return json(true);
        if (depth_ >= k_most_depth) {
            fault_ = "is nested too deep once its references are written out";
            return json(true);
        }
        ++depth_;
        json out = write_out(schema);
        --depth_;
        return out;
    }

    [[nodiscard]] Result<void> outcome() const {
        if (!fault_.empty()) return Error{ErrorCode::invalid_request, fault_};
        if (count_ > k_most_subschemas)
            return Error{ErrorCode::invalid_request,
                         "has more than 2000 subschemas once its references are written out"};
        return {};
    }

private:
    json write_out(const json& schema) {
        const auto reference = schema.find("$ref");
        if (reference != schema.end()) return follow(*reference);
        json out = json::object();
        for (const auto& [name, value] : schema.items()) add_member(out, name, value);
        // What a pattern would have let through must not be refused as additional.
        if (schema.contains("patternProperties")) out.erase("additionalProperties");
        return out;
    }

    void add_member(json& out, const std::string& name, const json& value) {
        if (is_one_of(k_dropped, name)) return;
        if (is_one_of(k_list_members, name) || (name == "items" && value.is_array()))
            add_list(out[name], value);
        else if (is_one_of(k_named_members, name) && value.is_object())
            add_named(out[name], value);
        else if (is_one_of(k_schema_members, name))
            out[name] = prepare(value);
        else
            out[name] = value;
    }

    void add_list(json& out, const json& list) {
        out = json::array();
        if (!list.is_array())
            fault_ = "has a member that must be a list of schemas and is none";
        else
            for (const json& one : list) out.push_back(prepare(one));
    }

    void add_named(json& out, const json& named) {
        out = json::object();
        for (const auto& [name, one] : named.items()) out[name] = one.is_array() ? one : prepare(one);
    }

    json follow(const json& reference) {
        const std::string name = reference.is_string() ? reference.get<std::string>() : "";
        if (std::find(open_.begin(), open_.end(), name) != open_.end()) return json(true);
        const json* target = find(name);
        if (target == nullptr) {
            fault_ = "has a $ref to \"" + name + "\", which is not in it";
            return json(true);
        }
        open_.push_back(name);
        json out = prepare(*target);
        open_.pop_back();
        return out;
    }

    const json* find(const std::string& reference) const {
        if (reference == "#") return &root_;
        if (!reference.starts_with("#/")) return nullptr;
        try {
            const json::json_pointer pointer(reference.substr(1));
            return root_.contains(pointer) ? &root_.at(pointer) : nullptr;
        } catch (const json::exception&) {
            return nullptr;
        }
    }

    const json& root_;
    int count_ = 0;
    int depth_ = 0;
    std::vector<std::string> open_{"#"};
    std::string fault_;
};

}  // namespace

Result<json> prepare_schema(const json& schema) {
    if (!schema.is_object()) return Error{ErrorCode::invalid_request, "must be a JSON schema, which is an object"};
    Preparation preparation(schema);
    json prepared = preparation.prepare(schema);
    const Result<void> outcome = preparation.outcome();
    if (!outcome) return outcome.error();
    return {boost::system::in_place_value, std::move(prepared)};
}

}  // namespace evald
