#include "workspace/workspace_errors.hpp"

#include <cerrno>
#include <system_error>

namespace evald {

Error workspace_error(int number) {
    switch (number) {
        case ENOENT:
        case ENOTDIR: return {ErrorCode::not_found, "There is no such file or folder in the workspace."};
        case EXDEV:
        case ELOOP: return {ErrorCode::forbidden, "A link on the way leads out of the workspace."};
        case EACCES:
        case EPERM: return {ErrorCode::forbidden, "The file's permissions do not allow this."};
        case ENXIO: return {ErrorCode::forbidden, "It is neither a file nor a folder."};
        case ENAMETOOLONG:
        case EINVAL:
        case EILSEQ: return {ErrorCode::invalid_request, "The file system does not take such a name."};
        case ENOSPC:
        case EDQUOT: return {ErrorCode::unavailable, "The disk is full."};
        case EMFILE:
        case ENFILE:
        case ENOMEM: return {ErrorCode::unavailable, "The service is short of descriptors or memory."};
        default: break;
    }
    const std::error_code reason(number, std::generic_category());
    return {ErrorCode::internal, "a workspace's file: " + reason.message()};
}

Error workspace_error_of_change(int number) {
    switch (number) {
        case ENOTDIR: return {ErrorCode::conflict, "A part of the path is a file, not a folder."};
        case EEXIST: return {ErrorCode::conflict, "There is something of that name already."};
        case EISDIR:
        case ENOTEMPTY: return {ErrorCode::conflict, "There is a folder of that name."};
        default: return workspace_error(number);
    }
}

}  // namespace evald
