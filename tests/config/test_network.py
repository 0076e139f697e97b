from ipaddress import IPv4Address

from config import network


def test_addresses_are_those_of_others_not_of_the_loop() -> None:
    found = network.addresses()

    assert len(set(found)) == len(found)
    assert not any(IPv4Address(address).is_loopback for address in found)


def test_names_are_those_phones_use() -> None:
    localhost, host, announced = network.names()

    assert localhost == "localhost"
    assert announced == f"{host}.local"
