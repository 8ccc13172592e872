#include "base/error.hpp"

#include <boost/throw_exception.hpp>
#include <stdexcept>

namespace evald {

void throw_exception_from_error(const Error& error, const boost::source_location& where) {
    boost::throw_exception(std::runtime_error(error.message), where);
}

}  // namespace evald
