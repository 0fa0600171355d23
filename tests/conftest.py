"""Hypothesis settings: the quick tier repeats itself, the full tier keeps looking."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile("full", settings.get_profile("quick"), derandomize=False)
settings.load_profile("quick")
