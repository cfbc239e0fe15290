# Verifies one webhook.
#   WEBHOOK_SECRET=whsec_... python3 verify-webhook.py ID TIMESTAMP SIGNATURE < body
import base64
import hmac
import os
import re
import sys
import time


def verify(secret, headers, body):
    """Raises ValueError unless the webhook is genuine. body: the raw bytes."""
    id, timestamp, signatures = (
        headers.get("webhook-" + name, "") for name in ("id", "timestamp", "signature")
    )
    if not re.fullmatch("[0-9]{1,12}", timestamp) or abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the timestamp is more than five minutes off")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    mac = hmac.digest(key, f"{id}.{timestamp}.".encode() + body, "sha256")
    expected = b"v1," + base64.b64encode(mac)
    # During a rotation there are two; one match is enough.
    if not any(hmac.compare_digest(expected, one.encode()) for one in signatures.split(" ")):
        raise ValueError("no signature matches this secret and body")


if __name__ == "__main__":
    id, timestamp, signature = sys.argv[1:]
    headers = {"webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature}
    try:
        verify(os.environ["WEBHOOK_SECRET"], headers, sys.stdin.buffer.read())
    except ValueError as error:
        print(f"refused: {error}")
        sys.exit(1)
    print("verified")
