#include "config/setting.hpp"
#include "config/string_checks.hpp"

#include <algorithm>
#include <array>

namespace evald {
namespace {

constexpr std::int64_t k_kib = 1LL << 10U;
constexpr std::int64_t k_mib = 1LL << 20U;
constexpr std::int64_t k_gib = 1LL << 30U;
constexpr std::int64_t k_tib = 1LL << 40U;
constexpr std::int64_t k_second = 1'000;
constexpr std::int64_t k_day = 86'400 * k_second;

constexpr Bounds k_timeout{1, k_day};
constexpr Bounds k_lifetime{10, 3'650 * k_day};
constexpr Bounds k_count{1, 1'000'000};
constexpr Bounds k_count_or_no_limit{0, 1'000'000};

// clang-format off: a table
const std::array k_settings{
    Setting{"server.host",
            [](Config& c) -> Slot { return &c.server.host; },
            "Address to listen on: an IPv4 or IPv6 address, or localhost.",
            {},
            {},
            check_listen_host},
    Setting{"server.port",
            [](Config& c) -> Slot { return &c.server.port; },
            "Port to listen on; 0 takes any free one.",
            {0, 65'535}},
    Setting{"server.names",
            [](Config& c) -> Slot { return &c.server.names; },
            "Host names that requests may be addressed to, beside the bound address and localhost.",
            {},
            {},
            check_host_name},
    Setting{"server.max_connections", [](Config& c) -> Slot { return &c.server.max_connections; },
            "Connections open at once.", k_count},
    Setting{"server.max_connections_per_peer", [](Config& c) -> Slot { return &c.server.max_connections_per_peer; },
            "Connections open at once from one address; 0: no limit but max_connections.", k_count_or_no_limit},
    Setting{"server.header_timeout", [](Config& c) -> Slot { return &c.server.header_timeout; },
            "How long a request's head may take to arrive.", k_timeout},
    Setting{"server.body_timeout", [](Config& c) -> Slot { return &c.server.body_timeout; },
            "The longest pause within a request's body.", k_timeout},
    Setting{"server.idle_timeout", [](Config& c) -> Slot { return &c.server.idle_timeout; },
            "How long a connection without a request is kept.", k_timeout},
    Setting{"server.write_timeout", [](Config& c) -> Slot { return &c.server.write_timeout; },
            "The longest that a reader of an answer may stand still.", k_timeout},
    Setting{"server.drain_timeout",
            [](Config& c) -> Slot { return &c.server.drain_timeout; },
            "How long runs may go on after SIGTERM.",
            {0, k_day}},

    Setting{"data",
            [](Config& c) -> Slot { return &c.data; },
            "Folder of workspaces and artifacts; made if it is not there.",
            {},
            {},
            check_not_empty},
    Setting{"node.name",
            [](Config& c) -> Slot { return &c.node_name; },
            "Stands first in the session ids that this server makes; empty: nothing does.",
            {},
            {},
            check_node_name},

    Setting{"auth.enabled", [](Config& c) -> Slot { return &c.auth.enabled; },
            "Whether a token is needed; false is taken on a loopback address only."},
    Setting{"auth.tokens", [](Config& c) -> Slot { return &c.auth.tokens; },
            "Bearer tokens: [{\"name\", \"sha256\", \"scopes\": [eval, watch, metrics, admin], \"principal\"}]; "
            "sha256 is that of the token, in hex; principal is the name unless given. EVALD_TOKEN or EVALD_TOKEN_FILE "
            "adds one of principal default with all scopes; with none at all the server makes one and prints it."},
    Setting{"auth.failures_per_minute", [](Config& c) -> Slot { return &c.auth.failures_per_minute; },
            "Bad tokens from one address before it gets 429.", k_count},
    Setting{"auth.login_ttl", [](Config& c) -> Slot { return &c.auth.login_ttl; },
            "How long somebody stays signed in to the web page since last use.", k_lifetime},
    Setting{"cors.origins",
            [](Config& c) -> Slot { return &c.cors_origins; },
            "Origins of other sites whose pages may call, as https://host[:port].",
            {},
            {},
            check_origin},
    Setting{"metrics.allow",
            [](Config& c) -> Slot { return &c.metrics_allow; },
            "Networks (CIDR) that may read /metrics without a token.",
            {},
            {},
            check_cidr},

    Setting{"limits.body",
            [](Config& c) -> Slot { return &c.limits.body; },
            "Largest request body and WebSocket message.",
            {k_kib, k_gib}},
    Setting{"limits.header",
            [](Config& c) -> Slot { return &c.limits.header; },
            "Largest head of a request.",
            {k_kib, k_mib}},
    Setting{"limits.url", [](Config& c) -> Slot { return &c.limits.url; }, "Longest request target.", {64, k_mib}},
    Setting{"limits.json_depth",
            [](Config& c) -> Slot { return &c.limits.json_depth; },
            "Deepest nesting of JSON in a request.",
            {8, 1'000}},
    Setting{"limits.cells", [](Config& c) -> Slot { return &c.limits.cells; }, "Cells in a run.", {1, 10'000}},
    Setting{
        "limits.code", [](Config& c) -> Slot { return &c.limits.code; }, "Longest code of a cell.", {1, 64 * k_mib}},
    Setting{"limits.cell_timeout",
            [](Config& c) -> Slot { return &c.limits.cell_timeout; },
            "Timeout of a cell that names none.",
            {k_second, 365 * k_day}},
    Setting{"limits.cell_timeout_max",
            [](Config& c) -> Slot { return &c.limits.cell_timeout_max; },
            "Longest timeout that a cell may ask for; more is cut down to it.",
            {k_second, 365 * k_day}},
    Setting{"limits.queue",
            [](Config& c) -> Slot { return &c.limits.queue; },
            "Runs that may wait in a session.",
            {0, 100'000}},
    Setting{"limits.kernel_wait",
            [](Config& c) -> Slot { return &c.limits.kernel_wait; },
            "How long a run waits for a kernel slot.",
            {0, k_day}},
    Setting{"limits.reattach",
            [](Config& c) -> Slot { return &c.limits.reattach; },
            "How long a run with an Idempotency-Key outlives its caller's connection.",
            {0, k_day}},
    Setting{"limits.result_ttl", [](Config& c) -> Slot { return &c.limits.result_ttl; },
            "How long an ended run's result is kept.", k_lifetime},
    Setting{"limits.result_bytes",
            [](Config& c) -> Slot { return &c.limits.result_bytes; },
            "Memory for all kept results together.",
            {k_mib, k_tib}},
    Setting{"limits.frame",
            [](Config& c) -> Slot { return &c.limits.frame; },
            "Longest line that a runner may send.",
            {64 * k_kib, k_gib}},
    Setting{"limits.sessions", [](Config& c) -> Slot { return &c.limits.sessions; }, "Sessions in all.", k_count},
    Setting{"limits.requests_per_minute", [](Config& c) -> Slot { return &c.limits.requests_per_minute; },
            "POST /eval of one principal; 0: no limit.", k_count_or_no_limit},

    Setting{"session.ttl", [](Config& c) -> Slot { return &c.session.ttl; },
            "A session ends this long after its last use.", k_lifetime},

    Setting{"kernel_mode",
            [](Config& c) -> Slot { return &c.kernel.mode; },
            "session: state lives on between cells; per-call: a fresh kernel for each cell.",
            {},
            "session per-call"},
    Setting{"kernel.start_timeout", [](Config& c) -> Slot { return &c.kernel.start_timeout; },
            "How long a kernel may take to start.", k_timeout},
    Setting{"kernel.interrupt_grace",
            [](Config& c) -> Slot { return &c.kernel.interrupt_grace; },
            "How long after an interrupt a kernel that goes on is ended.",
            {0, k_day}},
    Setting{"kernel.exit_grace",
            [](Config& c) -> Slot { return &c.kernel.exit_grace; },
            "From the request to leave to SIGTERM, and from there to SIGKILL.",
            {0, k_day}},
    Setting{"kernel.heartbeat",
            [](Config& c) -> Slot { return &c.kernel.heartbeat; },
            "How often an idle kernel is asked whether it still answers.",
            {100, k_day}},
    Setting{"kernel.sweep",
            [](Config& c) -> Slot { return &c.kernel.sweep; },
            "How often idle kernels and sessions past their time are looked for.",
            {10, k_day}},
    Setting{"kernels.max_per_principal", [](Config& c) -> Slot { return &c.kernel.max_per_principal; },
            "Kernels that one principal may hold; 0: no limit but the caps below.", k_count_or_no_limit},
    Setting{"kernels.python.enabled", [](Config& c) -> Slot { return &c.python.enabled; },
            "Whether Python cells are taken; EVALD_PY is short for it."},
    Setting{"kernels.python.max",
            [](Config& c) -> Slot { return &c.python.max; },
            "Python kernels kept at once.",
            {1, 10'000}},
    Setting{"kernels.python.idle", [](Config& c) -> Slot { return &c.python.idle; },
            "A Python kernel is ended this long after its last cell's end.", k_lifetime},
    Setting{"kernels.python.runner", [](Config& c) -> Slot { return &c.python.runner; },
            "Folder of the Python runner; empty: the one that comes with the executable."},
    Setting{"kernels.javascript.enabled", [](Config& c) -> Slot { return &c.javascript.enabled; },
            "Whether JavaScript cells are taken; EVALD_JS is short for it."},
    Setting{"kernels.javascript.max",
            [](Config& c) -> Slot { return &c.javascript.max; },
            "JavaScript kernels kept at once.",
            {1, 10'000}},
    Setting{"kernels.javascript.idle", [](Config& c) -> Slot { return &c.javascript.idle; },
            "A JavaScript kernel is ended this long after its last cell's end.", k_lifetime},
    Setting{"kernels.javascript.runner", [](Config& c) -> Slot { return &c.javascript.runner; },
            "Executable of the JavaScript runner; empty: the one beside the server's executable."},
    Setting{"python.interpreter", [](Config& c) -> Slot { return &c.python_interpreter; },
            "Python to run kernels with; empty: VIRTUAL_ENV, CONDA_PREFIX, ./.venv, ./venv, then python3 on PATH."},
    Setting{"javascript.heap",
            [](Config& c) -> Slot { return &c.javascript_heap; },
            "Heap of a JavaScript kernel.",
            {4 * k_mib, 64 * k_gib}},

    Setting{"output.head_bytes",
            [](Config& c) -> Slot { return &c.output.head_bytes; },
            "Text kept from the start of a run's output that is too long.",
            {0, 64 * k_mib}},
    Setting{"output.tail_bytes",
            [](Config& c) -> Slot { return &c.output.tail_bytes; },
            "Text kept from its end.",
            {0, 64 * k_mib}},
    Setting{"output.head_lines", [](Config& c) -> Slot { return &c.output.head_lines; }, "Lines kept from its start.",
            k_count_or_no_limit},
    Setting{"output.tail_lines", [](Config& c) -> Slot { return &c.output.tail_lines; }, "Lines kept from its end.",
            k_count_or_no_limit},
    Setting{"output.json_bytes",
            [](Config& c) -> Slot { return &c.output.json_bytes; },
            "JSON values inline in a run's result; the rest become artifacts.",
            {0, k_gib}},
    Setting{"output.image_bytes",
            [](Config& c) -> Slot { return &c.output.image_bytes; },
            "Images inline in a run's result; the rest become artifacts.",
            {0, k_gib}},

    Setting{"events.ring_events",
            [](Config& c) -> Slot { return &c.events.ring_events; },
            "Events that a session keeps for replay.",
            {1, 10'000'000}},
    Setting{"events.ring_bytes",
            [](Config& c) -> Slot { return &c.events.ring_bytes; },
            "Memory for them.",
            {4 * k_kib, k_gib}},
    Setting{"events.watcher_bytes",
            [](Config& c) -> Slot { return &c.events.watcher_bytes; },
            "Queued for one watcher before it gets a gap.",
            {4 * k_kib, k_gib}},

    Setting{"artifacts.ttl", [](Config& c) -> Slot { return &c.artifacts.ttl; }, "How long an artifact is kept.",
            k_lifetime},
    Setting{"artifacts.max_bytes",
            [](Config& c) -> Slot { return &c.artifacts.max_bytes; },
            "Of one principal; the oldest of ended runs go first.",
            {k_mib, 1'024 * k_tib}},
    Setting{"artifacts.max_total_bytes",
            [](Config& c) -> Slot { return &c.artifacts.max_total_bytes; },
            "Of all together.",
            {k_mib, 1'024 * k_tib}},

    Setting{"websocket.deflate", [](Config& c) -> Slot { return &c.websocket.deflate; },
            "permessage-deflate; costs processor time for each watcher."},
    Setting{"websocket.ping",
            [](Config& c) -> Slot { return &c.websocket.ping; },
            "How often a peer is pinged.",
            {10, k_day}},
    Setting{"websocket.idle_timeout",
            [](Config& c) -> Slot { return &c.websocket.idle_timeout; },
            "A peer silent for so long is dropped.",
            {10, k_day}},

    Setting{"log.level",
            [](Config& c) -> Slot { return &c.log.level; },
            "The least that is logged.",
            {},
            "trace debug info warn error"},
    Setting{"log.format",
            [](Config& c) -> Slot { return &c.log.format; },
            "How a log line looks, on stderr.",
            {},
            "text json"},

    Setting{"sandbox.mode",
            [](Config& c) -> Slot { return &c.sandbox.mode; },
            "none: cells run as the server's own user, with its rights. See SECURITY.md.",
            {},
            "none"},
};
// clang-format on

}  // namespace

std::span<const Setting> settings() { return k_settings; }

const Setting* find_setting(std::string_view key) {
    const auto found = std::find_if(k_settings.begin(), k_settings.end(),
                                    [key](const Setting& setting) { return setting.key == key; });
    return found == k_settings.end() ? nullptr : &*found;
}

std::string environment_name(std::string_view key) {
    std::string name = "EVALD_";
    for (const char c : key) {
        name += c == '.' ? '_' : static_cast<char>(c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c);
    }
    return name;
}

}  // namespace evald
