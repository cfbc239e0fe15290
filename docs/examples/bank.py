# A bank in a few lines, with Python's own library only: donates, checks the day, and retries safely.
#   SERVICE_URL=... API_KEY=... python3 bank.py REFERENCE DOLLARS SCHOOL FUND
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone

RETRIED = {408, 429, 500, 502, 503, 504}


class ServiceError(Exception):
    def __init__(self, status, body):
        self.status, self.body, self.error = status, body, body.get("error") or {}
        super().__init__(f"{status} {self.error.get('code') or body.get('detail')}")


def call(method, path, body=None, attempts=5):
    """Sends a request until it's answered for good. Safe for all that has a reference, and for reading."""
    request = urllib.request.Request(os.environ["SERVICE_URL"] + path, method=method)
    request.add_header("X-Service-API-Key", os.environ["API_KEY"])
    request.add_header("Content-Type", "application/json")
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(1, attempts + 1):
        wait = min(2**attempt / 4, 60) * random.uniform(0.5, 1)
        try:
            with urllib.request.urlopen(request, data, timeout=30) as response:
                return json.load(response)
        except urllib.error.HTTPError as refused:
            if refused.code not in RETRIED or attempt == attempts:
                raise ServiceError(refused.code, json.load(refused)) from None
            wait = max(wait, int(refused.headers.get("Retry-After") or 0))
        except OSError:
            if attempt == attempts:
                raise
        time.sleep(wait)


def donate(**donation):
    """There is one donation per reference, however often it's called. Store the reference before."""
    try:
        return call("POST", "/v1/donations/request", donation)["data"]["donation_id"]
    except ServiceError as refused:
        details = refused.error.get("details") or {}
        if refused.error.get("code") != "DONATION_DUPLICATE" or not details["same_request"]:
            raise
        return details["donation_id"]


def all_of(path):
    """Every item of a list, page by page. The path has a query."""
    cursor = ""
    while cursor is not None:
        page = call("GET", path + (f"&cursor={cursor}" if cursor else ""))
        yield from page["data"]
        cursor = page["meta"]["next_cursor"]


if __name__ == "__main__":
    reference, dollars, school, fund = sys.argv[1:]
    gift = {"bank_transaction_ref": reference, "dollar_amount": float(dollars)}
    print(donate(**gift, school_id=school, fund_designation=fund))
    today = datetime.now(timezone.utc).date()
    for donation in all_of(f"/v1/reports/reconciliation?date={today}"):
        print(donation["bank_transaction_ref"], donation["status"], donation["dollar_amount"])
