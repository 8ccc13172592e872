#pragma once

#include <duktape.h>

#include <string>
#include <vector>

namespace evald::js {

class Engine;

/// Writes a script's value as strict JSON for a bundle, whatever it is: cycles, functions, symbols, NaN, getters and
/// toJSON that throw. Follows JSON.stringify where that has an answer (undefined members are left out, toJSON counts)
/// but walks natively: what a script did to JSON or to the built-in prototypes does not reach it. Values that JSON
/// lacks become their inspection.
class JsonValueWriter {
public:
    explicit JsonValueWriter(duk_context* ctx);

    std::string write(duk_idx_t index);

private:
    void append(duk_idx_t index, int level);
    void append_object(duk_idx_t index, int level);
    void append_array(duk_idx_t index, int level);
    void append_members(duk_idx_t index, int level);
    void append_inspected(duk_idx_t index);
    bool append_special(duk_idx_t index, int level);
    bool append_own_json(duk_idx_t index, int level);
    bool push_to_json(duk_idx_t index);
    void push_member(duk_idx_t object);

    duk_context* ctx_;
    Engine& engine_;
    std::string out_;
    std::vector<void*> around_;
};

}  // namespace evald::js
