"""At the gate: requests for another house, or sent by another site's page, come no further.

A page of a stranger's site could otherwise use the guest's cookie; a stranger's name for our address could
make a browser believe that this is the stranger's house.
"""

import ipaddress
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")


def wrong_host(host: str, known: Collection[str]) -> bool:
    """Is this none of our names?  An address, `localhost`, a name in the home network, or one that was set."""
    name = urlsplit(f"//{host}").hostname or ""
    if name in known or name == "localhost" or name.endswith((".localhost", ".local", ".home.arpa", ".lan")):
        return False
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return True
    return False


def foreign(origin: str | None, host: str) -> bool:
    """Does the request come from a page of another site?"""
    return origin is not None and urlsplit(origin).netloc != host


def headers(scope: Mapping[str, object]) -> dict[str, str]:
    """Names in small letters; of several of a name, the last."""
    raw = scope["headers"]
    assert isinstance(raw, list | tuple)
    return {name.decode("latin-1"): value.decode("latin-1") for name, value in raw}
