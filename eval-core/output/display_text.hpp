#pragma once

#include "protocol/mime_bundle.hpp"

#include <string>
#include <string_view>

namespace evald {

/// The one text that a display or result contributes to a run's output; empty if none.
///
/// The first that is not empty of text/markdown, text/plain, text/html turned into Markdown, text/latex and compact
/// JSON. A bundle with an image that is shown as one contributes none. Of one that has nothing of these, a line says
/// what it is ("(image/svg+xml, 1234 bytes)"), so that a display never goes unseen. Status events
/// (application/x-omp-status) are none.
std::string display_text(const MimeBundle& bundle);

/// Whether that text is Markdown.
bool has_markdown(const MimeBundle& bundle);

/// Types that are shown as images: PNG, JPEG, GIF, WebP.
bool is_shown_image(std::string_view mime_type);

}  // namespace evald
