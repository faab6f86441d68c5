"""How hard hypothesis tries.

CARDGAMES_FUZZ_EXAMPLES
    Examples of each test, 150 if it is not set.
CARDGAMES_FUZZ_RANDOM
    "1": other examples in every run; else a run can be repeated.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "cardgames",
    max_examples=int(os.environ.get("CARDGAMES_FUZZ_EXAMPLES", "150")),
    derandomize=os.environ.get("CARDGAMES_FUZZ_RANDOM", "") != "1",
    deadline=None,
    database=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
settings.load_profile("cardgames")
