// The one place where Asio's own code is compiled, for builds without a target that does it.
#include <boost/asio/impl/src.hpp>
