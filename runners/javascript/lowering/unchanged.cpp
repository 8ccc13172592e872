#include "lowering/lowering.hpp"

namespace evald::js {

namespace {

class UnchangedLowering : public Lowering {
public:
    Result lower(const Source& source) const override {
        return LoweredSource{std::string(source.text), {}, false, false, false, {}};
    }
};

}  // namespace

std::unique_ptr<Lowering> make_unchanged_lowering() { return std::make_unique<UnchangedLowering>(); }

}  // namespace evald::js
