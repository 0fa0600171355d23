"""Hypothesis settings: the quick tier repeats itself, the full tier keeps looking."""

from hypothesis import HealthCheck, Phase, settings

settings.register_profile(
    "quick",
    deadline=None,
    derandomize=True,
    print_blob=True,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.register_profile(
    "full",
    settings.get_profile("quick"),
    derandomize=False,
    # A table is named by its seed: there is nothing to shrink, and shrinking would take for ever.
    phases=(Phase.explicit, Phase.reuse, Phase.generate),
)
settings.load_profile("quick")
