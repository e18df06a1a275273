"""The compiled modules and the addresses; setup.cfg has everything else.

Three environment variables matter here.  ``CONTENT_EXTRACT_PURE_PYTHON=1`` compiles nothing.
``CONTENT_EXTRACT_REQUIRE_COMPILED=1`` makes a failed compilation an error; otherwise the package is
installed in plain Python, which gives the same results, only slower.  ``CONTENT_EXTRACT_CHECKED=1`` checks
each access to a column, and with gcc's address sanitizer each access to memory, for ``tox -e checked``.
"""

import os
import re
import sys
from pathlib import Path
from sysconfig import get_config_var

import lxml
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

#: The address of the repository, once it has one: the links of README and of the package index begin with it.
REPOSITORY = ""

CORE = Path("scrapy_content_extract/content/core")
#: What is compiled: Cython, and Python whose types of C stand in a ``.pxd`` beside it.
SOURCES = sorted(
    path.as_posix()
    for path in (*CORE.glob("*.pyx"), *CORE.glob("*.py"))
    if path.suffix == ".pyx" or path.with_suffix(".pxd").exists()
)

PURE_PYTHON = bool(os.environ.get("CONTENT_EXTRACT_PURE_PYTHON"))
REQUIRED = bool(os.environ.get("CONTENT_EXTRACT_REQUIRE_COMPILED"))
CHECKED = bool(os.environ.get("CONTENT_EXTRACT_CHECKED"))
SANITIZER = ["-fsanitize=address", "-fno-omit-frame-pointer"] if CHECKED else []

# With the limited API, one binary serves every CPython from 3.11 on, except free-threaded ones.
LIMITED_API = (
    sys.implementation.name == "cpython"
    and sys.version_info >= (3, 11)
    and not get_config_var("Py_GIL_DISABLED")
)


class BuildAllOrNothing(build_ext):
    """A failure leaves no compiled module, so that no untested mixture is installed."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or True  # a compiler for each core

    def run(self):
        try:
            super().run()
        except Exception as error:
            if REQUIRED:
                raise
            self.warn(f"nothing is compiled; the package works the same, but slower ({error})")
            self.give_up()

    def give_up(self):
        for extension in self.extensions:
            Path(self.get_ext_fullpath(extension.name)).unlink(missing_ok=True)
            # beside its source, where --inplace and editable installs put it
            Path(self.get_ext_filename(extension.name)).unlink(missing_ok=True)
        self.extensions = []
        self.distribution.ext_modules = []
        # A wheel has chosen its tag by now, which is for one platform.
        wheel = self.distribution.get_command_obj("bdist_wheel", create=False)
        if wheel:
            wheel.root_is_pure = True


def extension(source):
    """Return what setuptools needs to compile ``source``; it calls Cython by itself."""
    made = Extension(
        source.rpartition(".")[0].replace("/", "."),
        [source],
        include_dirs=lxml.get_include(),  # headers only: nothing of libxml2 is linked
        libraries=["dl"] if sys.platform == "linux" else [],  # for dlopen, with an old glibc
        # Some compilers round a product and a sum once; Python rounds twice.
        extra_compile_args=(
            [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off", "-g0", *SANITIZER]
        ),
        extra_link_args=SANITIZER,
        define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED_API else [],
        py_limited_api=LIMITED_API,
    )
    # What is compiled gets columns that fit together; what comes from outside is checked before.
    made.cython_directives = {
        "language_level": 3, "boundscheck": CHECKED, "wraparound": False, "cdivision": True,
        "initializedcheck": False, "auto_pickle": False,
        "annotation_typing": False, "infer_types": source.endswith(".py"),
    }  # fmt: skip
    made.cython_c_in_temp = True  # keeps generated C out of the package
    return made


def addresses():
    """Return the addresses of the metadata, and README with absolute links, which a package index needs."""
    readme = Path("README.rst").read_text("utf-8")
    if not REPOSITORY:
        return {"long_description": readme}
    files = f"{REPOSITORY}/blob/HEAD"
    links = re.sub(r"^(\.\. _.+: )(?=\w+[./])", rf"\1{files}/", readme, flags=re.MULTILINE)
    return {
        "url": REPOSITORY,
        "project_urls": {
            "Documentation": f"{files}/docs/index.rst",
            "Changes": f"{files}/CHANGES.rst",
            "Issues": f"{REPOSITORY}/issues",
        },
        "long_description": links.replace(":: docs/", f":: {REPOSITORY}/raw/HEAD/docs/"),
    }


setup(
    **addresses(),
    ext_modules=[] if PURE_PYTHON else [extension(source) for source in SOURCES],
    cmdclass={"build_ext": BuildAllOrNothing},
    options={
        "bdist_wheel": {"py_limited_api": "cp311"} if LIMITED_API else {},
        "build": {"build_base": "build/checked"} if CHECKED else {},  # never mixed with others
    },
)
