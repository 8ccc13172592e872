"""Modules of the checkout in a folder of their own, whose package.json says that its files are modules."""

import pathlib
import shutil
import tempfile


class Stage:
    """A copy of the modules among `tests`, with the fixtures that they and dynamic imports load. Gone at the end."""

    def __init__(self, root, tests):
        self.root = root / "test"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="evald-modules-"))
        (self.folder / "package.json").write_text('{"type": "module"}')
        done = set()
        for test in tests:
            if test.file.parent not in done and ("module" in test.matter.flags or "import" in test.source):
                done.add(test.file.parent)
                self.copy(test.file.parent)

    def copy(self, source):
        target = self.place(source)
        target.mkdir(parents=True, exist_ok=True)
        for file in source.iterdir():
            if file.is_file():
                shutil.copyfile(file, target / file.name)

    def place(self, path):
        return self.folder / path.relative_to(self.root)

    def working_folder(self, test):
        staged = self.place(test.file.parent)
        return staged if staged.exists() else test.file.parent

    def __enter__(self):
        return self

    def __exit__(self, *failure):
        shutil.rmtree(self.folder, ignore_errors=True)
