#include "metrics/families.hpp"

#include <limits>

namespace evald::service {

void Families::open(const char* name, const char* help, prometheus::MetricType type) {
    prometheus::MetricFamily& family = families_.emplace_back();
    family.name = name;
    family.help = help;
    family.type = type;
}

prometheus::ClientMetric& Families::new_metric(Labels labels) {
    prometheus::ClientMetric& metric = families_.back().metric.emplace_back();
    for (const auto& [name, value] : labels) {
        prometheus::ClientMetric::Label& label = metric.label.emplace_back();
        label.name = name;
        label.value = value;
    }
    return metric;
}

void Families::add(double value, Labels labels) {
    prometheus::ClientMetric& metric = new_metric(labels);
    if (families_.back().type == prometheus::MetricType::Counter)
        metric.counter.value = value;
    else
        metric.gauge.value = value;
}

void Families::add(const DurationHistogram& histogram, Labels labels) {
    prometheus::ClientMetric& metric = new_metric(labels);
    metric.histogram.sample_count = histogram.count();
    metric.histogram.sample_sum = histogram.sum();
    std::uint64_t sum = 0;
    for (std::size_t i = 0; i < histogram.buckets().size(); ++i) {
        sum += histogram.buckets()[i];
        prometheus::ClientMetric::Bucket& bucket = metric.histogram.bucket.emplace_back();
        bucket.cumulative_count = sum;
        bucket.upper_bound = i < DurationHistogram::k_bounds.size() ? DurationHistogram::k_bounds[i]
                                                                    : std::numeric_limits<double>::infinity();
    }
}

}  // namespace evald::service
