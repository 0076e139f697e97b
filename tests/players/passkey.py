"""A phone's passkey without a phone: it answers what a browser would."""

import hashlib
import json
import os
from dataclasses import dataclass, field
from typing import Any

from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from fido2.cose import ES256
from fido2.utils import websafe_encode
from fido2.webauthn import AttestationObject, AttestedCredentialData, AuthenticatorData

SITE, ORIGIN = "localhost", "http://localhost"


@dataclass
class Passkey:
    """A key for `localhost`; once made it knows whose it is."""

    key: ec.EllipticCurvePrivateKey = field(
        default_factory=lambda: ec.generate_private_key(ec.SECP256R1())
    )
    pk: bytes = field(default_factory=lambda: os.urandom(16))
    owner: str = ""

    def make(self, options: dict[str, Any], **said: str) -> str:
        """What the phone answers when it is asked to make this key."""
        self.owner = options["publicKey"]["user"]["id"]
        public = ES256.from_cryptography_key(self.key.public_key())
        data = self._data(AttestedCredentialData.create(b"\0" * 16, self.pk, public))
        attested = AttestationObject.create("none", data, {})
        response = {"attestationObject": websafe_encode(bytes(attested))}
        return self._answer("webauthn.create", options, response, **said)

    def show(self, options: dict[str, Any], **said: str) -> str:
        """What the phone answers when it is asked to show this key."""
        data = self._data()
        client = self._client("webauthn.get", options, **said)
        signed = bytes(data) + hashlib.sha256(client).digest()
        response = {
            "authenticatorData": websafe_encode(bytes(data)),
            "signature": websafe_encode(self.key.sign(signed, ec.ECDSA(hashes.SHA256()))),
            "userHandle": self.owner,
        }
        return self._answer("webauthn.get", options, response, **said)

    def _data(self, made: AttestedCredentialData | None = None) -> AuthenticatorData:
        flags = AuthenticatorData.FLAG.UP | AuthenticatorData.FLAG.UV
        flags |= AuthenticatorData.FLAG.AT if made else 0
        return AuthenticatorData.create(
            hashlib.sha256(SITE.encode()).digest(), flags, 0, made or b""
        )

    def _client(self, kind: str, options: dict[str, Any], origin: str = ORIGIN) -> bytes:
        challenge = options["publicKey"]["challenge"]
        return json.dumps({"type": kind, "challenge": challenge, "origin": origin}).encode()

    def _answer(self, kind: str, options: dict[str, Any], response: dict, **said: str) -> str:
        response["clientDataJSON"] = websafe_encode(self._client(kind, options, **said))
        name = websafe_encode(self.pk)
        answer = {"id": name, "rawId": name, "type": "public-key", "response": response}
        return json.dumps(answer)


def ask(client: Client, name: str) -> dict[str, Any]:
    """What the server asks the phone on this route."""
    answer = client.post(reverse(name), {"begin": "1"}, headers={"host": SITE})
    return answer.json()["options"]


def answer(client: Client, name: str, credential: str, **more: str) -> HttpResponse:
    """Send what the phone said."""
    return client.post(reverse(name), {"credential": credential, **more}, headers={"host": SITE})


def keep(client: Client) -> Passkey:
    """Keep the scores of whoever holds this phone by a passkey."""
    passkey = Passkey()
    made = passkey.make(ask(client, "mfa_add_webauthn"))
    assert answer(client, "mfa_add_webauthn", made).status_code == 303
    return passkey
