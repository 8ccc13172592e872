#include "protocol/mime_bundle.hpp"

namespace evald {

const MimeEntry* MimeBundle::find(std::string_view mime_type) const {
    for (const MimeEntry& entry : entries) {
        if (entry.mime_type == mime_type) return &entry;
    }
    return nullptr;
}

}  // namespace evald
