"""Pairing of a phone with the service: an address with a key, its QR code, and a self-signed certificate for HTTPS.

Browsers open a camera only on HTTPS pages and on pages of the same computer. The certificate is generated at the first start; the phone
asks once whether to trust it.
"""

import ipaddress
import os
import re
import secrets
import socket
import ssl
import subprocess
from pathlib import Path

_HOST_PATTERN = re.compile(r"[0-9A-Za-z]([0-9A-Za-z._-]*[0-9A-Za-z])?\.?")  # besides IPv6 addresses
_DAYS = 825  # phones reject certificates that are valid for longer
_KEY_BYTES = 24


def own_address() -> str:
    """This computer's address in its network; empty if it has none. No packet is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        try:
            one.connect(("192.0.2.1", 9))  # an address reserved for documentation: connect() only selects the route
            return one.getsockname()[0]
        except OSError:
            return ""


def is_host(text: str) -> bool:
    """True for the name of a host or an address."""
    try:
        return bool(_HOST_PATTERN.fullmatch(text)) or ipaddress.ip_address(text).version == 6
    except ValueError:
        return False


def _private(path: Path, content: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(content)


def key(folder: Path) -> str:
    """The key that phones must send, from a file in `folder`; generated if there is none."""
    path = folder / "phone-key"
    if not path.exists():
        _private(path, secrets.token_urlsafe(_KEY_BYTES) + "\n")
    known = path.read_text("ascii", errors="ignore").strip()
    if len(known) < _KEY_BYTES:
        raise ValueError(f"{path} has no key: delete it")
    return known


def certificate(folder: Path, host: str) -> ssl.SSLContext:
    """The TLS context with the certificate for `host`, generated with openssl if there is none. Raises ValueError if that fails."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    chain, private = folder / f"{host.replace(':', '_')}.pem", folder / f"{host.replace(':', '_')}.key"
    if not (chain.exists() and private.exists()):
        kind = "IP" if host.replace(".", "").isdecimal() or ":" in host else "DNS"
        names = f"subjectAltName={kind}:{host}"
        try:
            subprocess.run(
                ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-sha256",
                 "-days", str(_DAYS), "-subj", "/CN=makker-camera", "-addext", names, "-addext", "extendedKeyUsage=serverAuth",
                 "-keyout", str(private), "-out", str(chain)],
                check=True, capture_output=True, umask=0o077)
        except (OSError, subprocess.CalledProcessError) as error:
            raise ValueError(f"openssl cannot make a certificate: {error}") from error
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(chain, private)
    return context


def qr_code(text: str) -> str:
    """The QR code as text for a terminal; empty if the command qrencode is missing."""
    try:
        return subprocess.run(["qrencode", "-t", "UTF8", "-m", "1", text], check=True, capture_output=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return ""
