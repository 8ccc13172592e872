# Writes a header that holds a text file: cmake -D INPUT= -D OUTPUT= -D NAME= -P this
file(READ ${INPUT} text)
file(WRITE ${OUTPUT} "#pragma once

#include <string_view>

namespace evald {

inline constexpr std::string_view k_${NAME} = R\"_embedded(${text})_embedded\";

}  // namespace evald
")
