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

std::string paced_code(const std::string& language, int bytes, int count, int rate) {
    const std::string size = std::to_string(bytes), times = std::to_string(count), pace = std::to_string(rate);
    if (language.empty()) return size + " " + times + " " + pace;
    return "import sys, time\npiece = ('x' * 99 + '\\n') * (" + size + " // 100)\nstart = time.perf_counter()\n" +
           "for number in range(" + times + "):\n    sys.stdout.write(piece)\n    sys.stdout.flush()\n" +
           "    time.sleep(max(0, start + (number + 1) / " + pace + " - time.perf_counter()))\n";
}

}  // namespace bench
