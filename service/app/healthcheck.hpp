#pragma once

#include "config/config.hpp"

#include <string>

namespace evald::service {

/// Where a server with this configuration answers to this machine: http://127.0.0.1:8080/healthz, or https.
std::string health_url_of(const Config& config);

/// Asks by a plain, blocking GET, over TLS without looking at the certificate, since nothing secret is sent; 0 if the
/// answer is 200 within 3 s, else 1 and a line on stderr.
int run_healthcheck(const std::string& url);

}  // namespace evald::service
