"""The address of the house to share with friends."""

from ipaddress import ip_address

from fastapi import Request


def public_address(request: Request) -> str:
    """Returns the address to share with friends: not one of this machine only, if there is a better one."""
    own = f"{request.url.scheme}://{request.url.netloc}"
    lan: str | None = getattr(request.app.state, "lan", None)
    return lan.rstrip("/") if lan and is_loopback(own) else own


def is_loopback(address: str) -> bool:
    """Whether an address works on this machine only."""
    host = address.split("://")[-1].rsplit(":", 1)[0].strip("[]")
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
