#include "kernel/kernel.hpp"

#include "platform/remove_tree.hpp"

namespace evald {

Result<void> KernelProvisioner::own_workspace(const std::string& /*folder*/) { return {}; }

std::function<void(const std::string& folder)> KernelProvisioner::workspace_remover() const { return remove_tree; }

}  // namespace evald
