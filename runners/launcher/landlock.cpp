#include "landlock.hpp"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <linux/landlock.h>
#include <string_view>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace launcher {
namespace {

/// As the kernel knows it from ABI 6 on; older headers lack the last two members, older kernels are not given them.
struct RulesetAttributes {
    std::uint64_t file_system = 0;
    std::uint64_t network = 0;
    std::uint64_t scoped = 0;
};

constexpr std::uint64_t k_truncate = 1ULL << 14U;  // ABI 3
constexpr std::uint64_t k_scope_abstract_socket = 1ULL << 0U, k_scope_signal = 1ULL << 1U;

constexpr std::uint64_t k_read =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_READ_DIR;
constexpr std::uint64_t k_all_of_abi_1 = (LANDLOCK_ACCESS_FS_MAKE_SYM << 1U) - 1;
/// Devices are not made by cells.
constexpr std::uint64_t k_never = LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK;
/// What can be granted on a file that is no folder.
constexpr std::uint64_t k_of_files =
    LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE | k_truncate;

constexpr std::array k_readable{
    "/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/etc", "/proc", "/dev", "/sys/devices/system"};
constexpr std::array k_resolver{"/run/systemd/resolve", "/run/resolvconf", "/run/NetworkManager"};
constexpr std::array k_writable{"/tmp", "/dev/shm", "/dev/pts"};
constexpr std::array k_writable_files{"/dev/null",    "/dev/zero", "/dev/full", "/dev/random",
                                      "/dev/urandom", "/dev/tty",  "/dev/ptmx"};

constexpr std::array k_of_translator{"/usr", "/lib", "/lib64", "/etc", "/proc", "/run/systemd/resolve", "/dev/null"};

class Ruleset {
public:
    explicit Ruleset(int version) {
        handled_ = k_all_of_abi_1;
        if (version >= 2) handled_ |= LANDLOCK_ACCESS_FS_REFER;
        if (version >= 3) handled_ |= k_truncate;
        RulesetAttributes attributes;
        attributes.file_system = handled_;
        if (version >= 6) attributes.scoped = k_scope_abstract_socket | k_scope_signal;
        const std::size_t size = version >= 6 ? sizeof attributes : sizeof attributes.file_system;
        descriptor_ = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &attributes, size, 0));
    }
    ~Ruleset() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    Ruleset(const Ruleset&) = delete;
    Ruleset& operator=(const Ruleset&) = delete;

    [[nodiscard]] int descriptor() const { return descriptor_; }

    /// From now on only what is allowed can be done. Returns 0 or an errno.
    [[nodiscard]] int enforce() const { return ::syscall(SYS_landlock_restrict_self, descriptor_, 0) == 0 ? 0 : errno; }

    /// What is not there is nobody's loss.
    int allow(const char* path, std::uint64_t access) const {
        const int place = ::open(path, O_PATH | O_CLOEXEC);
        if (place < 0) return errno == ENOENT || errno == EACCES ? 0 : errno;
        struct stat status {};
        ::fstat(place, &status);
        landlock_path_beneath_attr rule{};
        rule.allowed_access = access & handled_ & (S_ISDIR(status.st_mode) ? ~std::uint64_t{0} : k_of_files);
        rule.parent_fd = place;
        const long result = ::syscall(SYS_landlock_add_rule, descriptor_, LANDLOCK_RULE_PATH_BENEATH, &rule, 0);
        const int error = result == 0 ? 0 : errno;
        ::close(place);
        return error;
    }

    template <class Paths>
    int allow_all(const Paths& paths, std::uint64_t access) const {
        for (const char* const path : paths)
            if (const int error = allow(path, access)) return error;
        return 0;
    }

private:
    std::uint64_t handled_ = 0;
    int descriptor_ = -1;
};

int add_rules(const Ruleset& rules, const LaunchOptions& options) {
    constexpr std::uint64_t write = ~k_never;
    int error = rules.allow_all(k_readable, k_read);
    if (error == 0) error = rules.allow_all(options.readable, k_read);
    if (error == 0 && options.network) error = rules.allow_all(k_resolver, k_read);
    if (error == 0) error = rules.allow_all(k_writable, write);
    if (error == 0) error = rules.allow_all(k_writable_files, k_of_files);
    if (error == 0 && options.artifacts != nullptr) error = rules.allow(options.artifacts, k_read);
    const bool has_workspace = std::string_view(options.cwd) != "/";
    if (error == 0 && has_workspace) error = rules.allow(options.cwd, write);
    return error;
}

}  // namespace

int landlock_version() {
    const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
    return version < 0 ? 0 : static_cast<int>(version);
}

int allow_only_translating() {
    const int version = landlock_version();
    if (version == 0) return 0;
    const Ruleset rules(version);
    if (rules.descriptor() < 0) return errno;
    int error = rules.allow_all(k_of_translator, k_read);
    if (error == 0) error = rules.allow("/dev/net/tun", k_of_files);
    return error == 0 ? rules.enforce() : error;
}

int apply_landlock(const LaunchOptions& options) {
    const int version = landlock_version();
    if (options.mode != Mode::rlimits || version == 0) return 0;
    const Ruleset rules(version);
    if (rules.descriptor() < 0) return errno;
    const int error = add_rules(rules, options);
    return error == 0 ? rules.enforce() : error;
}

}  // namespace launcher
