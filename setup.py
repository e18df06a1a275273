"""The optional compiled pass over the tree; all else stands in setup.cfg.

Where there is no C compiler the package is installed without it and says so in a line;
everything works the same, slower.
"""

import sys

import lxml
from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

# With the limited API one binary serves every CPython from 3.11 on.
LIMITED_API = sys.version_info >= (3, 11) and sys.implementation.name == "cpython"


class BuildIfPossible(build_ext):
    def build_extension(self, extension):
        try:
            super().build_extension(extension)
        except Exception as error:  # setuptools itself lets a failing compiler pass, but not every one
            self.warn(f"no compiled pass, everything works the same, slower: {type(error).__name__}")


extension = Extension(
    "scrapy_content_extract.content._compiled",
    ["scrapy_content_extract/content/_compiled.pyx"],
    include_dirs=lxml.get_include(),  # headers only: nothing of libxml2 is linked
    # A product and a sum rounded once, as some compilers have it, are not what Python makes of them.
    extra_compile_args=[] if sys.platform == "win32" else ["-ffp-contract=off"],
    define_macros=[("Py_LIMITED_API", "0x030B0000")] if LIMITED_API else [],
    py_limited_api=LIMITED_API,
    optional=True,
)

setup(
    ext_modules=cythonize([extension], language_level=3),
    cmdclass={"build_ext": BuildIfPossible},
    options={"bdist_wheel": {"py_limited_api": "cp311"}} if LIMITED_API else {},
)
