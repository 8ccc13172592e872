#pragma once

#include "kernel/language.hpp"
#include "platform/unique_fd.hpp"

#include <boost/asio/any_io_executor.hpp>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace evald {

/// The ends of a kernel's pipes that the service reads.
struct KernelPipeEnds {
    UniqueFd frames;  ///< the child's descriptor 4
    UniqueFd out;     ///< its descriptor 1
    UniqueFd err;     ///< its descriptor 2
};

/// Reads what a kernel writes, in the order that runners/PROTOCOL.md asks for: before the lines of one read are handed
/// over, what lies in the other two pipes is (at most a pipe's capacity each, so that a flood can't hold up a frame).
///
/// One read a wake-up, so that no kernel starves the loop. Loop thread only. The sink may call set_reading() and
/// close() from its calls; it must outlive this object.
class KernelPipes {
public:
    class Sink {
    public:
        virtual ~Sink() = default;
        /// Without its newline; LineReader::k_padding bytes behind it may be read. Valid during the call.
        virtual void on_line(std::string_view line) = 0;
        virtual void on_raw(OutputStream stream, std::string_view bytes) = 0;
        /// The kernel closed its end (or died, which is told apart elsewhere).
        virtual void on_frames_closed() = 0;
    };

    KernelPipes(boost::asio::any_io_executor loop, KernelPipeEnds ends, std::size_t max_line, Sink& sink);
    ~KernelPipes();
    KernelPipes(const KernelPipes&) = delete;
    KernelPipes& operator=(const KernelPipes&) = delete;

    /// False: nothing is read or handed over until true, so that the kernel blocks once its pipes are full.
    void set_reading(bool on);
    /// Hands over what the pipes hold now, reading or not: after the kernel's end, when nothing of its own can follow.
    /// Bounded, since a descendant may hold the pipes and go on writing.
    void drain();
    /// Stops for good; no call to the sink follows.
    void close();
    [[nodiscard]] std::uint64_t overlong_lines() const;

private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace evald
