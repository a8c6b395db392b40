"""Vigie for programs: the public API with a key, typed, with nothing but Python's own library."""

from . import models
from .operations import Vigie
from .transport import VigieProblem

__all__ = ["Vigie", "VigieProblem", "models"]
