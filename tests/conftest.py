"""What the tests of all games share."""

from tests.gallery import POSITIONS


def pytest_report_header() -> str:
    from herzdame.kernel.compile import COMPILED

    return f"rules: {'compiled' if COMPILED else 'plain Python'}; positions looked at per variant: {POSITIONS}"
