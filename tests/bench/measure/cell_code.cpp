#include "measure/cell_code.hpp"

namespace bench {
namespace {

// ES5, and without a string that grows by concatenation: engines differ too much in that.
std::string javascript_printing(const std::string& characters, const std::string& lines, bool bulk) {
    const std::string line = "var s='';for(var i=0;i<" + characters + ";i++)s+='x';";
    if (bulk) return line + "var a=[];for(var i=0;i<" + lines + ";i++)a.push(s);console.log(a.join('\\n'))";
    return line + "for(var i=0;i<" + lines + ";i++)console.log(s)";
}

std::string python_printing(const std::string& characters, const std::string& lines, bool bulk) {
    if (bulk) return "import sys\n_=sys.stdout.write(('x'*" + characters + "+'\\n')*" + lines + ")";
    return "s='x'*" + characters + "\nfor i in range(" + lines + "): print(s)";
}

}  // namespace

std::string printing_code(const std::string& language, int lines, int width, bool bulk) {
    const std::string characters = std::to_string(width - 1);
    const std::string count = std::to_string(lines);
    return language == "js" ? javascript_printing(characters, count, bulk) : python_printing(characters, count, bulk);
}

std::string endless_code(const std::string& language) { return language == "js" ? "while(true);" : "while True: pass"; }

std::string early_output_code(const std::string& language) {
    if (language == "js") return "console.log('a');var t=Date.now();while(Date.now()-t<600);";
    return "import time\nprint('a')\ntime.sleep(0.6)";
}

}  // namespace bench
