#pragma once

namespace evald::js {

/// The runner's private ends of the two protocol pipes: close-on-exec, numbered out of the way of user code.
struct ProtocolDescriptors {
    int requests;
    int frames;
};

enum class ProtocolPlace {
    inherited,        ///< descriptors 3 and 4, as the service starts a runner
    standard_streams  ///< `--stdio`: 0 and 1, for tests and benchmarks
};

/// Moves the protocol's descriptors away, before anything else can see them. Throws std::system_error if they are not
/// there: a start-up failure.
ProtocolDescriptors take_protocol_descriptors(ProtocolPlace place);

}  // namespace evald::js
