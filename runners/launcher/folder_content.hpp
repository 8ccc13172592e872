#pragma once

#include <sys/types.h>

namespace launcher {

/// Removes everything in a folder, however deep it goes and whatever rights its folders have, and no place that a link
/// points to. Holds one or two descriptors at a time. Nobody else may be changing the folder.
void remove_content(const char* folder);

/// Removes only what stands directly in the folder and belongs to `owner`, with all that is within.
void remove_content_of(const char* folder, uid_t owner);

}  // namespace launcher
