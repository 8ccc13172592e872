#pragma once

#include "api/services.hpp"
#include "http/exchange.hpp"
#include "http/response.hpp"

#include <string>

namespace evald::service {

/// The text that Prometheus scrapes: everything that is counted, at this moment. A few hundred series, well below a
/// millisecond.
std::string metrics_text(const Services& services);

/// GET /metrics
Response get_metrics(Exchange& exchange, Services& services);

}  // namespace evald::service
