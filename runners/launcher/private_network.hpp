#pragma once

namespace launcher {

/// Descriptors for bubblewrap of a network that somebody attends to; inherited by it, and each its own to close.
struct PrivateNetwork {
    int info = -1;      ///< --info-fd: tells the attendant which process the namespaces belong to
    int block = -1;     ///< --block-fd: can be read when the network is up, or will not be
    int sync = -1;      ///< --sync-fd: held while the sandbox lives; the attendant ends with it
    int resolver = -1;  ///< --file: /etc/resolv.conf for the inside
};

/// Starts slirp4netns, at `translator`, beside the bubblewrap that this process is about to become: it translates what
/// comes out of the namespace into connections of its own, as the user that this process is. Not reachable through it:
/// the machine's loopback and own addresses, link-local ones, and where clouds keep their metadata. IPv4 only. Returns
/// 0, or the errno of a failure; what fails later leaves the program inside without a network.
int attend_private_network(const char* translator, PrivateNetwork& network);

}  // namespace launcher
