#pragma once

#include "config/tool_config.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace evald {

/// A bearer token of the configuration. Only its SHA-256 (64 hex digits) is ever kept.
struct TokenConfig {
    std::string name;
    std::string sha256;
    std::vector<std::string> scopes;
    std::string principal;  ///< empty: the same as `name`
};

struct LanguageConfig {
    bool enabled = true;
    int max = 4;                              ///< kernels retained at once
    std::chrono::milliseconds idle{300'000};  ///< evicted this long after their last cell's end
    std::string runner;                       ///< path of the runner; empty: beside the executable
    int spares = 1;                           ///< kernels that wait ready for new sessions, beside `max`
    std::vector<std::string> preload;         ///< modules that a spare has imported
};

/// Everything that can be set. Defaults here are the service's; config/evald.json documents each key and a test holds
/// the two equal. Read-only after start. Durations in milliseconds, sizes in bytes.
struct Config {
    struct Server {
        std::string host = "127.0.0.1";
        int port = 8080;                 ///< 0: any free port
        std::vector<std::string> names;  ///< accepted Host names beside the bound address and localhost
        std::vector<std::string> trusted_proxies;  ///< networks whose X-Forwarded-For is believed
        int max_connections = 1024;
        int max_connections_per_peer = 0;  ///< 0: no limit beyond max_connections
        std::chrono::milliseconds header_timeout{10'000};
        std::chrono::milliseconds body_timeout{30'000};   ///< the longest pause within a body
        std::chrono::milliseconds idle_timeout{75'000};   ///< of a kept-alive connection
        std::chrono::milliseconds write_timeout{30'000};  ///< the longest pause of a reader of an answer
        std::chrono::milliseconds drain_delay{0};         ///< not ready, but serving, before it drains
        std::chrono::milliseconds drain_timeout{20'000};  ///< how long SIGTERM lets runs finish
    } server;

    std::string data = "/var/lib/evald";  ///< workspaces, artifacts
    std::string node_name;                ///< stands first in generated session ids

    struct Auth {
        bool enabled = true;  ///< false (--no-auth) only on loopback
        std::vector<TokenConfig> tokens;
        int failures_per_minute = 30;  ///< by address; then 429
        std::chrono::milliseconds login_ttl{12 * 3'600'000};  ///< of the page's cookie, since last use
    } auth;
    std::vector<std::string> cors_origins;
    std::vector<std::string> metrics_allow{"127.0.0.0/8", "::1/128"};

    struct Limits {
        std::uint64_t body = 8ULL << 20U;
        std::uint64_t header = 16ULL << 10U;
        std::uint64_t url = 8ULL << 10U;
        int json_depth = 64;
        int cells = 100;
        std::uint64_t code = 1ULL << 20U;
        std::chrono::milliseconds cell_timeout{30'000};
        std::chrono::milliseconds cell_timeout_max{3'600'000};
        int queue = 16;                             ///< runs waiting in a session
        std::uint64_t queue_bytes = 256ULL << 20U;  ///< requests of all runs that have not ended
        std::chrono::milliseconds kernel_wait{30'000};
        std::chrono::milliseconds reattach{30'000};
        std::chrono::milliseconds result_ttl{600'000};
        std::uint64_t result_bytes = 64ULL << 20U;  ///< kept results that may yet be asked for
        std::uint64_t answered_bytes = 1ULL << 20U;  ///< kept results whose callers were there
        std::uint64_t frame = 32ULL << 20U;         ///< one line of a runner
        int sessions = 10'000;                      ///< in all
        int sessions_per_principal = 0;             ///< 0: no limit but that
        int requests_per_minute = 0;                ///< of a principal's POST /eval; 0: no limit
    } limits;

    struct Session {
        std::chrono::milliseconds ttl{86'400'000};
    } session;

    struct Workspace {
        std::uint64_t max_bytes = 1ULL << 30U;  ///< over it nothing more can be uploaded
        int max_files = 20'000;                 ///< files and folders; the same
        int list_entries = 10'000;              ///< in the list of a folder
    } workspace;

    struct Kernel {
        std::string mode = "session";  ///< "session" or "per-call"
        std::chrono::milliseconds start_timeout{10'000};
        std::chrono::milliseconds interrupt_grace{5'000};
        std::chrono::milliseconds exit_grace{1'000};  ///< before SIGTERM, and again before SIGKILL
        std::chrono::milliseconds heartbeat{5'000};
        std::chrono::milliseconds sweep{30'000};
        int max_per_principal = 0;                    ///< of each language; 0: no limit beyond the caps
        std::uint64_t spare_memory = 256ULL << 20U;   ///< with less free memory there are no spares
        std::uint64_t request_bytes = 256ULL << 20U;  ///< that may wait for a kernel to read them
    } kernel;
    LanguageConfig python{};
    LanguageConfig javascript{true, 32, std::chrono::milliseconds{300'000}, {}, 1, {}};
    std::string python_interpreter;  ///< empty: VIRTUAL_ENV, CONDA_PREFIX, …, python3 on PATH
    std::uint64_t javascript_heap = 512ULL << 20U;

    struct Output {
        std::uint64_t head_bytes = 20ULL << 10U;
        std::uint64_t tail_bytes = 30ULL << 10U;
        int head_lines = 1'200;
        int tail_lines = 1'800;
        std::uint64_t json_bytes = 1ULL << 20U;     ///< jsonOutputs inline in a run
        std::uint64_t image_bytes = 8ULL << 20U;    ///< images inline in a run
        int items = 1'000;                          ///< values, and images, that a result names
        std::uint64_t pending_bytes = 4ULL << 20U;  ///< of a run, waiting for the disk, before its kernel is held
    } output;

    struct Events {
        int ring_events = 2'000;
        std::uint64_t ring_bytes = 2ULL << 20U;
        std::uint64_t total_bytes = 256ULL << 20U;  ///< of all sessions' rings
        std::uint64_t watcher_bytes = 8ULL << 20U;  ///< queued for one watcher before it gets a gap
    } events;

    struct Artifacts {
        std::chrono::milliseconds ttl{86'400'000};
        std::uint64_t max_bytes = 1ULL << 30U;  ///< of a principal
        std::uint64_t max_total_bytes = 10ULL << 30U;
    } artifacts;

    struct WebSocket {
        bool deflate = false;
        std::chrono::milliseconds ping{20'000};
        std::chrono::milliseconds idle_timeout{60'000};
    } websocket;

    struct Log {
        std::string level = "info";   ///< trace, debug, info, warn, error
        std::string format = "text";  ///< text or json
    } log;

    struct Sandbox {
        std::string mode = "auto";           ///< auto, bwrap, rlimits, none
        std::string network = "off";         ///< off, on
        std::string uids = "20000-29999";    ///< of the sessions' users, when the service is root
        std::vector<std::string> read_only;  ///< more places that kernels may read
        std::uint64_t memory = 2ULL << 30U;  ///< of a session, as are the next ones
        int processes = 128;
        int descriptors = 256;               ///< of a process
        std::uint64_t file = 256ULL << 20U;  ///< largest file
        std::uint64_t scratch = 64ULL << 20U;  ///< /tmp and /dev/shm of a kernel, each
    } sandbox;

    struct Tls {
        std::string cert;  ///< empty: plain HTTP
        std::string key;
        std::string client_ca;                           ///< empty: client certificates are not asked for
        std::vector<std::string> client_scopes{"eval"};  ///< of a caller with such a certificate
    } tls;

    struct Tools {
        std::vector<ToolConfig> configured;                 ///< by name, each once
        int max_concurrency = 32;                           ///< calls at once of parallel() and of async code
        int max_open = 1024;                                ///< calls of a cell that wait for an answer
        int calls_per_second = 10'000;                      ///< of a run; 0: no limit
        std::chrono::milliseconds call_timeout{3'600'000};  ///< of one call, also while the cell's timeout stands still
    } tools;

    struct Completion {
        std::string url;  ///< of an OpenAI-compatible API; empty: completion() is a tool like any other
        std::string key_variable = "OPENAI_API_KEY";
        std::string model_smol, model_default, model_slow;
        std::chrono::milliseconds timeout{600'000};
        std::string key;  ///< the variable's value: not a setting, printed and logged nowhere
    } completion;
};

}  // namespace evald
