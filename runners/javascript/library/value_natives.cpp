#include <ctime>

#include "display/base64.hpp"
#include "duktape/introspection.h"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "library/natives.hpp"

namespace evald::js {

namespace {

duk_ret_t bare_list(duk_context* ctx) {
    duk_push_bare_array(ctx);
    return 1;
}

duk_ret_t is_constructor(duk_context* ctx) {
    duk_push_boolean(ctx, evald_is_constructor(ctx, 0));
    return 1;
}

/// proxyParts(value): [target, handler] of a proxy, else undefined.
duk_ret_t proxy_parts(duk_context* ctx) {
    if (evald_class_of(ctx, 0) != EVALD_CLASS_PROXY) {
        return 0;
    }
    duk_push_bare_array(ctx);
    evald_push_proxy_target(ctx, 0);
    duk_put_prop_index(ctx, -2, 0);
    evald_push_proxy_handler(ctx, 0);
    duk_put_prop_index(ctx, -2, 1);
    return 1;
}

/// setProxyHandler(proxy, handler)
duk_ret_t set_proxy_handler(duk_context* ctx) {
    evald_set_proxy_handler(ctx, 0, 1);
    return 0;
}

/// valueOf(object): the number, string or boolean in a box, without the script's conversions.
duk_ret_t value_of(duk_context* ctx) {
    evald_push_internal_value(ctx, 0);
    return 1;
}

duk_ret_t to_primitive(duk_context* ctx) {
    duk_to_primitive(ctx, 0, DUK_HINT_NONE);
    return 1;
}

/// symbolDescription(symbol): undefined for one that was made without.
duk_ret_t symbol_description(Runtime& /*runtime*/, duk_context* ctx) {
    duk_size_t size = 0;
    const char* bytes = duk_get_lstring(ctx, 0, &size);
    const std::string_view data(bytes, size);
    const std::size_t end = data.find('\xFF', 1);
    if (end == 1 && data.back() == '\xFF') {
        return 0;
    }
    push_text(ctx, data.substr(1, end == std::string_view::npos ? end : end - 1));
    return 1;
}

/// unit(code): the text of one UTF-16 unit, surrogates included.
duk_ret_t unit(duk_context* ctx) {
    const auto code = static_cast<unsigned>(duk_get_number(ctx, 0));
    char bytes[3];
    duk_size_t size = 1;
    if (code < 0x80) {
        bytes[0] = static_cast<char>(code);
    } else if (code < 0x800) {
        bytes[0] = static_cast<char>(0xC0U | (code >> 6U));
        bytes[1] = static_cast<char>(0x80U | (code & 0x3FU));
        size = 2;
    } else {
        bytes[0] = static_cast<char>(0xE0U | (code >> 12U));
        bytes[1] = static_cast<char>(0x80U | ((code >> 6U) & 0x3FU));
        bytes[2] = static_cast<char>(0x80U | (code & 0x3FU));
        size = 3;
    }
    duk_push_lstring(ctx, bytes, size);
    return 1;
}

/// zoneName(seconds): how the local zone is called at that time.
duk_ret_t zone_name(Runtime& /*runtime*/, duk_context* ctx) {
    const auto seconds = static_cast<std::time_t>(duk_get_number(ctx, 0));
    std::tm parts{};
    ::localtime_r(&seconds, &parts);
    const std::string name = parts.tm_zone != nullptr ? parts.tm_zone : "UTC";
    push_text(ctx, name == "UTC" || name == "GMT" ? "Coordinated Universal Time" : name);
    return 1;
}

/// argumentName(): how a script names what it gave to the library's helper that is running; undefined if it can't be told.
duk_ret_t argument_name(duk_context* ctx) { return evald_push_helper_argument(ctx, 0) != 0 ? 1 : 0; }

/// keyReadNext(): the key that the script's pattern is about to read.
duk_ret_t key_read_next(duk_context* ctx) { return evald_push_helper_argument(ctx, 1) != 0 ? 1 : 0; }

/// "#x" for the hidden key of a private name.
const char* push_private_name(duk_context* ctx, duk_idx_t key) {
    duk_size_t size = 0;
    const char* bytes = duk_get_lstring(ctx, key, &size);
    duk_size_t end = size;
    while (end > 1 && bytes[end - 1] != ':') {
        --end;
    }
    return duk_push_lstring(ctx, bytes + 1, end > 2 ? end - 2 : 0);
}

/// hiddenName(key)
duk_ret_t hidden_name(duk_context* ctx) {
    push_private_name(ctx, 0);
    return 1;
}

/// toBase64(text of units up to 255)
duk_ret_t to_base64(Runtime& /*runtime*/, duk_context* ctx) {
    std::string bytes;
    const std::string_view text = string_at(ctx, 0);
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        if (byte < 0x80) {
            bytes += text[i];
        } else {
            bytes += static_cast<char>(((byte & 0x1FU) << 6U) | (static_cast<unsigned char>(text[i + 1]) & 0x3FU));
            ++i;
        }
    }
    push_text(ctx, base64(bytes));
    return 1;
}

int base64_digit(char c) {
    constexpr std::string_view k_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const std::size_t at = k_digits.find(c);
    return at == std::string_view::npos ? -1 : static_cast<int>(at);
}

/// fromBase64(text): undefined if it is none.
duk_ret_t from_base64(Runtime& /*runtime*/, duk_context* ctx) {
    std::string_view text = string_at(ctx, 0);
    if (text.size() % 4 == 0 && !text.empty()) {
        text.remove_suffix(text.back() == '=' ? 1 : 0);
        text.remove_suffix(text.size() % 4 == 3 && text.back() == '=' ? 1 : 0);
    }
    if (text.size() % 4 == 1) {
        return 0;
    }
    std::string out;
    unsigned bits = 0;
    int count = 0;
    for (const char c : text) {
        const int digit = base64_digit(c);
        if (digit < 0) {
            return 0;
        }
        bits = (bits << 6U) | static_cast<unsigned>(digit);
        count += 6;
        if (count >= 8) {
            count -= 8;
            const unsigned byte = (bits >> static_cast<unsigned>(count)) & 0xFFU;
            if (byte < 0x80) {
                out += static_cast<char>(byte);
            } else {
                out += static_cast<char>(0xC0U | (byte >> 6U));
                out += static_cast<char>(0x80U | (byte & 0x3FU));
            }
        }
    }
    push_text(ctx, out);
    return 1;
}

/// asBig(object): a big integer to the engine.
duk_ret_t as_big(duk_context* ctx) {
    evald_make_big(ctx, 0);
    return 1;
}

/// replaceGetter(object, key, function): also where the engine's own can't be configured.
duk_ret_t replace_getter(duk_context* ctx) {
    duk_def_prop(
        ctx, 0,
        DUK_DEFPROP_HAVE_GETTER | DUK_DEFPROP_SET_CONFIGURABLE | DUK_DEFPROP_CLEAR_ENUMERABLE | DUK_DEFPROP_FORCE);
    return 0;
}

/// caller(): the function that called the script function which asks.
duk_ret_t caller(duk_context* ctx) {
    evald_push_active_function(ctx, 2);
    return 1;
}

}  // namespace

void define_value_natives(duk_context* ctx) {
    const auto put = [ctx](const char* name, duk_c_function function, duk_idx_t count) {
        duk_push_c_function(ctx, function, count);
        duk_put_prop_string(ctx, -2, name);
    };
    put("bareList", bare_list, 0);
    put("isConstructor", is_constructor, 1);
    put("proxyParts", proxy_parts, 1);
    put("setProxyHandler", set_proxy_handler, 2);
    put("nestedProxies", evald_nested_proxies, 1);
    put("plainPrototype", evald_plain_prototype, 1);
    put("valueOf", value_of, 1);
    put("toPrimitive", to_primitive, 1);
    put("symbolDescription", native<symbol_description>, 1);
    put("unit", unit, 1);
    put("zoneName", native<zone_name>, 1);
    put("toBase64", native<to_base64>, 1);
    put("fromBase64", native<from_base64>, 1);
    put("sort", evald_sort, 3);
    put("parseJson", evald_parse_json, 1);
    put("asBig", as_big, 1);
    put("caller", caller, 0);
    put("replaceGetter", replace_getter, 3);
    put("asBigArray", evald_as_big_array, 2);
    put("bigElements", evald_big_elements, 3);
    put("detach", evald_detach, 1);
    put("isDetached", evald_is_detached, 1);
    put("joinLists", evald_join_lists, DUK_VARARGS);
    put("copyList", evald_copy_list, 1);
    put("copyOwn", evald_copy_own, 3);
    put("without", evald_without, 2);
    put("listIteration", evald_set_list_iteration, 6);
    put("isPlainList", evald_is_plain_list, 1);
    put("take", evald_take, 3);
    put("mapGet", evald_map_get, 1);
    put("mapSet", evald_map_set, 2);
    put("mapHas", evald_map_has, 1);
    put("mapDelete", evald_map_delete, 1);
    put("mapClear", evald_map_clear, 0);
    put("mapSize", evald_map_size, 0);
    put("setAdd", evald_set_add, 1);
    put("setHas", evald_set_has, 1);
    put("setDelete", evald_set_delete, 1);
    put("setClear", evald_set_clear, 0);
    put("setSize", evald_set_size, 0);
    put("mapCheck", evald_map_check, 1);
    put("setCheck", evald_set_check, 1);
    put("tables", evald_tables_begin, 2);
    put("makeTable", evald_make_table, 1);
    put("tableStep", evald_table_step, 1);
    put("argumentName", argument_name, 0);
    put("keyReadNext", key_read_next, 0);
    put("hiddenName", hidden_name, 1);
}

}  // namespace evald::js
