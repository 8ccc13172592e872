#pragma once

#include <array>
#include <sys/syscall.h>

namespace launcher {

/// Refused with EPERM. By number where this machine's headers are older than the call; numbers from 424 on are the same
/// on every architecture.
constexpr std::array k_denied_calls{
    // Looking into other processes.
    SYS_ptrace,
    SYS_process_vm_readv,
    SYS_process_vm_writev,
    SYS_kcmp,
    438 /* pidfd_getfd */,
    440 /* process_madvise */,
    448 /* process_mrelease */,
    // Mounts, roots and namespaces.
    SYS_mount,
    SYS_umount2,
    SYS_pivot_root,
    SYS_chroot,
    SYS_unshare,
    SYS_setns,
    428 /* open_tree */,
    429 /* move_mount */,
    430 /* fsopen */,
    431 /* fsconfig */,
    432 /* fsmount */,
    433 /* fspick */,
    442 /* mount_setattr */,
    457 /* statmount */,
    458 /* listmount */,
    467 /* open_tree_attr */,
    // The kernel's keys, and machinery with a history of holes.
    SYS_keyctl,
    SYS_add_key,
    SYS_request_key,
    SYS_bpf,
    SYS_perf_event_open,
    SYS_userfaultfd,
    425 /* io_uring_setup */,
    426 /* io_uring_enter */,
    427 /* io_uring_register */,
    // The machine.
    SYS_kexec_load,
    SYS_kexec_file_load,
    SYS_init_module,
    SYS_finit_module,
    SYS_delete_module,
    SYS_reboot,
    SYS_swapon,
    SYS_swapoff,
    SYS_settimeofday,
    SYS_clock_settime,
    SYS_clock_adjtime,
    SYS_adjtimex,
    SYS_acct,
    SYS_quotactl,
    443 /* quotactl_fd */,
    SYS_syslog,
    SYS_vhangup,
    SYS_sethostname,
    SYS_setdomainname,
    // Files by handle, past every folder's rights.
    SYS_name_to_handle_at,
    SYS_open_by_handle_at,
    SYS_fanotify_init,
    // Where memory lies, and memory that nobody can look at.
    SYS_mbind,
    SYS_set_mempolicy,
    SYS_move_pages,
    SYS_migrate_pages,
    447 /* memfd_secret */,
    450 /* set_mempolicy_home_node */,
    // Relics.
    SYS_lookup_dcookie,
    SYS_nfsservctl,
#ifdef __x86_64__
    SYS_iopl,
    SYS_ioperm,
    SYS_modify_ldt,
    SYS_create_module,
    SYS_uselib,
    SYS_ustat,
    SYS_sysfs,
    SYS__sysctl,
    SYS_get_kernel_syms,
    SYS_query_module,
#endif
};

}  // namespace launcher
