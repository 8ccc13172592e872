#pragma once

#include "execution/statistics.hpp"

#include <initializer_list>
#include <prometheus/metric_family.h>
#include <string>
#include <utility>
#include <vector>

namespace evald::service {

using Labels = std::initializer_list<std::pair<const char*, std::string>>;

/// Builds the families of a scrape. Names follow Prometheus: base units, `_total` for counters.
class Families {
public:
    /// Opens a family; what is added next belongs to it.
    void counters(const char* name, const char* help) { open(name, help, prometheus::MetricType::Counter); }
    void gauges(const char* name, const char* help) { open(name, help, prometheus::MetricType::Gauge); }
    void histograms(const char* name, const char* help) { open(name, help, prometheus::MetricType::Histogram); }

    void add(double value, Labels labels = {});
    void add(const DurationHistogram& histogram, Labels labels = {});
    [[nodiscard]] const std::vector<prometheus::MetricFamily>& all() const { return families_; }

private:
    void open(const char* name, const char* help, prometheus::MetricType type);
    prometheus::ClientMetric& new_metric(Labels labels);

    std::vector<prometheus::MetricFamily> families_;
};

}  // namespace evald::service
