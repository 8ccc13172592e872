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
#include "web/http_exchange.hpp"

namespace evald::js {

namespace {

/// Shared by a thread that talks and the loop that waits for it.
struct Exchange {
    HttpRequest request;
    HttpResponse response;
    std::atomic<int> descriptor{-1};
};

std::map<unsigned, std::shared_ptr<Exchange>>& exchanges() {
    static std::map<unsigned, std::shared_ptr<Exchange>> table;
    return table;
}

void push_headers(duk_context* ctx, const HttpResponse& response) {
    duk_push_array(ctx);
    duk_uarridx_t position = 0;
    for (const auto& [name, value] : response.headers) {
        duk_push_lstring(ctx, name.data(), name.size());
        duk_put_prop_index(ctx, -2, position++);
        duk_push_lstring(ctx, value.data(), value.size());
        duk_put_prop_index(ctx, -2, position++);
    }
}

/// callback(error, code) or callback(null, "", status, reason, headers, body)
void answer(duk_context* ctx, unsigned number, const HttpResponse& response) {
    push_bytes(ctx, response.body);
    guarded(ctx, 1, 0, [number, &response](duk_context* inner) {
        const duk_idx_t body = duk_get_top_index(inner);
        push_kept_callback(inner, number);
        if (duk_is_function(inner, -1) == 0) {
            return;
        }
        if (!response.error.empty()) {
            duk_push_lstring(inner, response.error.data(), response.error.size());
            duk_push_lstring(inner, response.code.data(), response.code.size());
            duk_call(inner, 2);
            return;
        }
        duk_push_null(inner);
        duk_push_string(inner, "");
        duk_push_uint(inner, response.status);
        duk_push_lstring(inner, response.reason.data(), response.reason.size());
        push_headers(inner, response);
        duk_dup(inner, body);
        duk_call(inner, 6);
    });
}

void finish(Runtime& runtime, unsigned number, const CellId& cell) {
    const auto found = exchanges().find(number);
    if (found == exchanges().end()) {
        return;  // cancelled
    }
    const std::shared_ptr<Exchange> exchange = found->second;
    exchanges().erase(found);
    runtime.run_in_background(cell, [&](duk_context* ctx) { answer(ctx, number, exchange->response); });
}

/// httpStart(secure, host, port, proxyHost, proxyPort, method, head, tunnelHead, body, callback): a number
duk_ret_t http_start(Runtime& runtime, duk_context* ctx) {
    auto exchange = std::make_shared<Exchange>();
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
    const unsigned number = keep_callback(ctx, 9);
    exchanges().emplace(number, exchange);
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);  // an interrupt is for the thread that runs scripts
    std::thread([&runtime, exchange, number, cell = runtime.current_cell()] {
        exchange->response = evald::js::exchange(exchange->request, exchange->descriptor);
        runtime.loop().post([&runtime, number, cell] { finish(runtime, number, cell); });
    }).detach();
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    duk_push_uint(ctx, number);
    return 1;
}

/// httpCancel(number): the callback is not called any more
duk_ret_t http_cancel(Runtime& /*runtime*/, duk_context* ctx) {
    const auto number = static_cast<unsigned>(integer_at(ctx, 0, 0));
    const auto found = exchanges().find(number);
    if (found != exchanges().end()) {
        const int descriptor = found->second->descriptor;
        if (descriptor >= 0) {
            ::shutdown(descriptor, SHUT_RDWR);
        }
        exchanges().erase(found);
        guarded(ctx, 0, 0, [number](duk_context* inner) { push_kept_callback(inner, number); });
    }
    return 0;
}

}  // namespace

void define_fetch_natives(duk_context* ctx) {
    put_native(ctx, "httpStart", native<http_start>, 10);
    put_native(ctx, "httpCancel", native<http_cancel>, 1);
}

}  // namespace evald::js
