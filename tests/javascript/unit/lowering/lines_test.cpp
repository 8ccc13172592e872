#include "lowered.hpp"

using namespace evald::js;

TEST_CASE("every token stays on its line") {
    const char* source = R"(const marker1 = 1
class A extends marker2() {
  #p = marker3
  get x() { return marker4 }
  static async *g({a, b: [c = marker5]}) {
    for await (const d of marker6) {
      yield `${marker7}
        ${marker8}`
    }
  }
}
label: for (let i = 0; i < marker9; i++) {
  setTimeout(() => i + marker10)
  if (a?.b
      ?.marker11) continue label
}
const {x, y = marker12, ...marker13} = f(...g, marker14)
marker15)";
    const std::string text = lowered(source);
    for (int i = 1; i <= 15; ++i) {
        const std::string marker = "marker" + std::to_string(i);
        CAPTURE(marker);
        CHECK(line_of(text, marker) == line_of(source, marker));
    }
}

TEST_CASE("functions and blocks end on their line") {
    const char* source = "function f() {\n  a()\n\n}\nif (x) {\n\n}\nmarker()";
    CHECK(line_of(lowered(source), "marker") == 8);
}
