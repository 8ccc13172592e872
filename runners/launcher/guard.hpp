#pragma once

namespace launcher {

/// `evald-launcher --guard`: outlives the service by the moment that it takes to end the sessions' users.
///
/// Reads the numbers of users from descriptor 0, one a line, "-N" for one that is gone; the other end is the service's
/// alone, so the end of the file means that the service is gone, however it went. Then every user that is left is ended
/// as sweep_user() does. For root. Exit code 0.
int run_guard();

}  // namespace launcher
