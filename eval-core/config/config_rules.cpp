#include "config/config_rules.hpp"

#include "config/string_checks.hpp"

namespace evald {

std::vector<FieldError> broken_rules(const Config& config) {
    std::vector<FieldError> broken;
    const auto require = [&broken](bool holds, const char* key, const char* rule) {
        if (holds) return;
        FieldError error;
        error.pointer = key;
        error.message = rule;
        broken.push_back(std::move(error));
    };
    require(config.auth.enabled || is_loopback(config.server.host), "auth.enabled",
            "may be false only while server.host is a loopback address");
    require(config.limits.cell_timeout <= config.limits.cell_timeout_max, "limits.cell_timeout",
            "must not be above limits.cell_timeout_max");
    require(config.limits.code <= config.limits.body, "limits.code", "must not be above limits.body");
    require(config.artifacts.max_bytes <= config.artifacts.max_total_bytes, "artifacts.max_bytes",
            "must not be above artifacts.max_total_bytes");
    require(config.websocket.ping < config.websocket.idle_timeout, "websocket.ping",
            "must be below websocket.idle_timeout");
    require(config.output.head_bytes + config.output.tail_bytes > 0, "output.head_bytes",
            "and output.tail_bytes must not both be 0");
    require(config.tls.cert.empty() == config.tls.key.empty(), "tls.cert", "and tls.key belong together");
    require(config.tls.client_ca.empty() || !config.tls.cert.empty(), "tls.client_ca", "needs tls.cert and tls.key");
    require(config.completion.url.empty() || !config.completion.model_default.empty(), "completion.models.default",
            "must name a model where completion.url is set");
    return broken;
}

}  // namespace evald
