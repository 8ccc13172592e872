#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>

#include <map>
#include <memory>
#include <thread>

#include "engine/guarded.hpp"
#include "engine/native_function.hpp"
#include "engine/script_text.hpp"
#include "event_loop/event_loop.hpp"
#include "node/bytes.hpp"
#include "node/descriptor_waits.hpp"
#include "node/node_natives.hpp"
#include "protocol/text_encoding.hpp"
#include "runtime.hpp"
#include "web/body_queue.hpp"
#include "web/http_connection.hpp"
#include "web/http_exchange.hpp"

namespace evald::js {

namespace {

/// Shared by a thread that talks and the loop that waits for it. A script has a handle whose end ends the exchange.
struct Exchange {
    HttpRequest request;
    HttpHead head;
    std::string error;  ///< not empty: there is no head, and why
    std::string code;
    BodyQueue body;
    std::atomic<int> descriptor{-1};
    unsigned callback = 0;  ///< of who waits for the head, or for bytes
};
using SharedExchange = std::shared_ptr<Exchange>;

std::map<unsigned, SharedExchange>& exchanges() {
    static std::map<unsigned, SharedExchange> table;
    return table;
}

void push_headers(duk_context* ctx, const HttpHead& head) {
    duk_push_array(ctx);
    duk_uarridx_t position = 0;
    for (const auto& [name, value] : head.headers) {
        duk_push_lstring(ctx, name.data(), name.size());
        duk_put_prop_index(ctx, -2, position++);
        duk_push_lstring(ctx, value.data(), value.size());
        duk_put_prop_index(ctx, -2, position++);
    }
}

void call_with_failure(duk_context* ctx, const std::string& error, const std::string& code) {
    duk_push_lstring(ctx, error.data(), error.size());
    duk_push_lstring(ctx, code.data(), code.size());
    duk_call(ctx, 2);
}

/// callback(error, code) or callback(null, "", status, reason, headers)
void tell_head(duk_context* ctx, const Exchange& exchange) {
    guarded(ctx, 0, 0, [&exchange](duk_context* inner) {
        push_kept_callback(inner, exchange.callback);
        if (duk_is_function(inner, -1) == 0) {
            return;
        }
        if (!exchange.error.empty()) {
            call_with_failure(inner, exchange.error, exchange.code);
            return;
        }
        duk_push_null(inner);
        duk_push_string(inner, "");
        duk_push_uint(inner, exchange.head.status);
        duk_push_lstring(inner, exchange.head.reason.data(), exchange.head.reason.size());
        push_headers(inner, exchange.head);
        duk_call(inner, 5);
    });
}

/// callback(error, code), callback(null, "", bytes), or at the end callback(null, "", null)
void tell_bytes(duk_context* ctx, const Exchange& exchange, const BodyQueue::Piece& piece) {
    if (piece.is_end) {
        duk_push_null(ctx);
    } else {
        push_bytes(ctx, piece.bytes);
    }
    guarded(ctx, 1, 0, [&exchange, &piece](duk_context* inner) {
        const duk_idx_t bytes = duk_get_top_index(inner);
        push_kept_callback(inner, exchange.callback);
        if (duk_is_function(inner, -1) == 0) {
            return;
        }
        if (!piece.error.empty()) {
            call_with_failure(inner, piece.error, piece.code);
            return;
        }
        duk_push_null(inner);
        duk_push_string(inner, "");
        duk_dup(inner, bytes);
        duk_call(inner, 3);
    });
}

SharedExchange find(unsigned number) {
    const auto found = exchanges().find(number);
    return found == exchanges().end() ? nullptr : found->second;  // none: cancelled
}

/// The thread's whole work. `on_head` is called once, before anything stands in the queue.
void talk(Exchange& exchange, const std::function<void()>& on_head) {
    bool has_head = false;
    std::string error;
    std::string code;
    try {
        evald::js::exchange(
            exchange.request, exchange.descriptor,
            [&](HttpHead head) {
                exchange.head = std::move(head);
                has_head = true;
                on_head();
            },
            [&exchange](std::string_view bytes) { return exchange.body.put(bytes); });
    } catch (const HttpFailure& failure) {
        error = failure.what();
        code = failure.code;
    } catch (const std::exception& failure) {
        error = failure.what();
    }
    if (has_head) {
        exchange.body.end(std::move(error), std::move(code));
        return;
    }
    exchange.error = std::move(error);
    exchange.code = std::move(code);
    on_head();
}

void start_thread(Runtime& runtime, const SharedExchange& exchange, unsigned number) {
    const auto on_head = [&runtime, number, cell = runtime.current_cell()] {
        runtime.loop().post([&runtime, number, cell] {
            if (const SharedExchange found = find(number)) {
                runtime.run_in_background(cell, [&](duk_context* ctx) { tell_head(ctx, *found); });
            }
        });
    };
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // an interrupt is for the thread that runs scripts
    std::thread([exchange, on_head] { talk(*exchange, on_head); }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
}

void cancel(unsigned number) {
    const SharedExchange exchange = find(number);
    if (exchange) {
        exchanges().erase(number);
        exchange->body.abandon();
        const int descriptor = exchange->descriptor;
        if (descriptor >= 0) {
            ::shutdown(descriptor, SHUT_RDWR);
        }
    }
}

unsigned number_of_handle(duk_context* ctx, duk_idx_t index) {
    unsigned number = 0;
    guarded(ctx, 0, 0, [&number, index = duk_normalize_index(ctx, index)](duk_context* inner) {
        duk_get_prop_string(inner, index, "number");
        number = duk_get_uint(inner, -1);
    });
    return number;
}

duk_ret_t forget_handle(Runtime& /*runtime*/, duk_context* ctx) {
    cancel(number_of_handle(ctx, 0));
    return 0;
}

/// httpStart(secure, host, port, proxyHost, proxyPort, method, head, tunnelHead, body, callback): a handle
duk_ret_t http_start(Runtime& runtime, duk_context* ctx) {
    const auto exchange = std::make_shared<Exchange>();
    HttpRequest& request = exchange->request;
    const auto text = [ctx](duk_idx_t index) { return to_utf8(string_at(ctx, index)); };
    request.is_secure = duk_to_boolean(ctx, 0) != 0;
    request.host = text(1);
    request.port = text(2);
    request.proxy_host = text(3);
    request.proxy_port = text(4);
    request.method = text(5);
    request.head = text(6);
    request.tunnel_head = text(7);
    request.body = std::string(text_of(bytes_at(ctx, 8)));
    const unsigned number = exchange->callback = keep_callback(ctx, 9);
    guarded(ctx, 0, 1, [number](duk_context* inner) {
        duk_push_bare_object(inner);
        duk_push_uint(inner, number);
        duk_put_prop_string(inner, -2, "number");
        duk_push_c_function(inner, native<forget_handle>, 1);
        duk_set_finalizer(inner, -2);
    });
    exchanges().emplace(number, exchange);
    start_thread(runtime, exchange, number);
    return 1;
}

void tell_what_came(Runtime& runtime, unsigned number, const CellId& cell) {
    const SharedExchange exchange = find(number);
    if (!exchange) {
        return;
    }
    const auto again = [&runtime, number, cell] {
        runtime.loop().post([&runtime, number, cell] { tell_what_came(runtime, number, cell); });
    };
    const std::optional<BodyQueue::Piece> piece = exchange->body.take(again);
    if (!piece) {
        return;
    }
    if (piece->is_end) {
        exchanges().erase(number);
    }
    runtime.run_in_background(cell, [&](duk_context* ctx) { tell_bytes(ctx, *exchange, *piece); });
}

/// httpRead(handle, callback): one read at a time; the callback comes in a later turn
duk_ret_t http_read(Runtime& runtime, duk_context* ctx) {
    const unsigned number = number_of_handle(ctx, 0);
    if (const SharedExchange exchange = find(number)) {
        exchange->callback = keep_callback(ctx, 1);
        runtime.loop().post(
            [&runtime, number, cell = runtime.current_cell()] { tell_what_came(runtime, number, cell); });
    }
    return 0;
}

/// httpCancel(handle): its callbacks are not called any more
duk_ret_t http_cancel(Runtime& /*runtime*/, duk_context* ctx) {
    const unsigned number = number_of_handle(ctx, 0);
    if (const SharedExchange exchange = find(number)) {
        guarded(ctx, 0, 0, [&exchange](duk_context* inner) { push_kept_callback(inner, exchange->callback); });
        cancel(number);
    }
    return 0;
}

}  // namespace

void define_fetch_natives(duk_context* ctx) {
    put_native(ctx, "httpStart", native<http_start>, 10);
    put_native(ctx, "httpRead", native<http_read>, 2);
    put_native(ctx, "httpCancel", native<http_cancel>, 1);
}

}  // namespace evald::js
