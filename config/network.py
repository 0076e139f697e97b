"""The names and addresses under which this machine answers."""

import socket
import struct
from contextlib import suppress

SIOCGIFADDR = 0x8915  # Linux: the IPv4 address of an interface


def addresses() -> list[str]:
    """IPv4 addresses other machines may know, the likeliest first.

    No name is looked up: without a network that would hang for seconds.
    """
    found = [*_route_out(), *_interfaces()]
    return list(dict.fromkeys(ip for ip in found if not ip.startswith(("127.", "0."))))


def names() -> list[str]:
    host = socket.gethostname().lower().partition(".")[0]
    return ["localhost", host, f"{host}.local"]


def _route_out() -> list[str]:
    """Connecting a datagram socket sends nothing, it only picks a route."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return [probe.getsockname()[0]]
    return []


def _interfaces() -> list[str]:
    found = []
    with suppress(ImportError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        from fcntl import ioctl

        for _, interface in socket.if_nameindex():
            with suppress(OSError):
                request = struct.pack("256s", interface.encode()[:15])
                found.append(socket.inet_ntoa(ioctl(probe, SIOCGIFADDR, request)[20:24]))
    return found
