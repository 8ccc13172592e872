#include "websocket/deflater.hpp"

#include <boost/beast/zlib/deflate_stream.hpp>

namespace evald::service {
namespace zlib = boost::beast::zlib;
namespace {

/// Speed over size: this runs on the loop.
constexpr int k_level = 3, k_memory = 8;
/// A full flush ends in 00 00 FF FF, which is not sent.
constexpr std::size_t k_tail = 4;

}  // namespace

struct Deflater::State {
    zlib::deflate_stream stream;
    int window_bits;
};

Deflater::Deflater(int window_bits) : state_(std::make_unique<State>()) { state_->window_bits = window_bits; }
Deflater::~Deflater() = default;

std::string Deflater::compressed(std::string_view message) {
    zlib::deflate_stream& stream = state_->stream;
    stream.reset(k_level, state_->window_bits, k_memory, zlib::Strategy::normal);
    std::string out(stream.upper_bound(message.size()) + 16, '\0');
    zlib::z_params params;
    params.next_in = message.data();
    params.avail_in = message.size();
    params.next_out = out.data();
    params.avail_out = out.size();
    boost::system::error_code error;
    stream.write(params, zlib::Flush::full, error);
    out.resize(params.total_out > k_tail ? params.total_out - k_tail : 0);
    return out;
}

}  // namespace evald::service
