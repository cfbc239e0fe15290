# A bank's server that passes the certification, with Python's standard library only.
#   SERVICE_URL=http://localhost:3000/certify API_KEY=svc_test_... WEBHOOK_SECRET=whsec_... python3 bank-server.py PORT
import hashlib
import http.client
import json
import os
import runpy
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

verify = runpy.run_path(os.path.join(os.path.dirname(__file__), "verify-webhook.py"))["verify"]
settings = dict(os.environ)
OUTCOMES = {"donation." + name: name for name in ("completed", "failed", "canceled", "reversed")}

# In production: tables with unique keys, and a transaction in place of the lock.
lock = threading.RLock()
gifts, events, moved = {}, {}, {}


def call(path, body, idempotency_key):
    """Sends a request until its answer is final. The same key each time: it is one request."""
    for attempt in range(1000):
        headers = {"X-Service-API-Key": settings["API_KEY"], "Content-Type": "application/json"}
        headers["Idempotency-Key"] = idempotency_key
        url, data = settings["SERVICE_URL"] + path, json.dumps(body).encode()
        wait = min(0.5 * 2**min(attempt, 7), 60)
        try:
            with urllib.request.urlopen(urllib.request.Request(url, data, headers), timeout=10) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code not in (401, 408, 429):
                return error.code, json.load(error)
            wait = max(wait, int(error.headers.get("Retry-After") or 0))
        except (OSError, ValueError, http.client.HTTPException):
            pass  # No answer: the request may have arrived.
        time.sleep(wait)
    raise TimeoutError(path)


def move(gift, cause, points):
    """Moves a customer's points, once per cause."""
    moved.setdefault((gift["gift_id"], cause), points)


def give(order):
    with lock:
        if order["gift_id"] in gifts:
            return
        # Whole cents, since sums of fractions aren't exact.
        own = {"cents": int(Decimal(order["dollar_amount"]) * 100), "bank_transaction_ref": str(uuid.uuid4())}
        gift = {**order, **own, "donation_id": None, "status": "pending", "sequence": 0}
        gifts[order["gift_id"]] = gift
        move(gift, "order", -order["points_redeemed"])
    names = "bank_transaction_ref points_redeemed school_id fund_designation service_user_id".split()
    body = {name: gift[name] for name in names} | {"dollar_amount": gift["cents"] / 100}
    status, answer = call("/v1/donations/request", body, gift["bank_transaction_ref"])
    with lock:
        if status == 202:
            gift["donation_id"] = answer["data"]["donation_id"]
        elif status == 409 and answer["error"]["details"].get("same_request"):
            # It was accepted before, and its answer was lost.
            gift["donation_id"] = answer["error"]["details"]["donation_id"]
        else:
            gift["status"] = "failed"
            move(gift, "refusal", gift["points_redeemed"])


def cancel(gift_id):
    while not (id := gifts[gift_id]["donation_id"]):
        time.sleep(0.1)
    body = {"kind": "cancel", "correction_ref": "cancel-" + gift_id, "reason": "The customer asked for it"}
    call(f"/v1/donations/{id}/corrections", body, "cancel-" + gift_id)


def take(id, event):
    """Acts on an event, once. Events arrive in any order: the highest sequence has the latest state."""
    with lock:
        if id in events:
            return
        events[id] = event
        data, status = event["data"], OUTCOMES.get(event["type"])
        if not status or data.get("test"):
            return
        for gift in gifts.values():
            if gift["bank_transaction_ref"] == data["bank_transaction_ref"]:
                gift["donation_id"] = data["donation_id"]
                if data["sequence"] > gift["sequence"]:
                    gift["sequence"], gift["status"] = data["sequence"], status
                if "points_to_return" in data:
                    move(gift, data.get("correction_id", status), data["points_to_return"])


def sha256(text):
    return hashlib.sha256(text.encode()).hexdigest()


def digest_of(closed):
    """Folds our own events to a statement's digest, as the guide to the books describes it."""
    real = [event["data"] for event in events.values() if not event["data"].get("test")]
    transfers = {one["transfer_id"]: one for data in real for one in data.get("transfers") or []}
    lines = [one for one in transfers.values() if closed["from"] <= one["posted_at"] < closed["to"]]
    lines.sort(key=lambda one: (one["posted_at"], one["transfer_id"]))
    opening = {section["school_id"]: section["opening_cents"] for section in closed["sections"]}
    previous, at = closed["previous_digest"] or "-", f"{closed['from']} {closed['to']}"
    text = f"statement {closed['number']} {at} {previous} {closed['opening_cents']}\n"
    for school in sorted({*opening, *(one["school_id"] for one in lines)}):
        own = [one for one in lines if one["school_id"] == school]
        section = f"section {school} {at} {opening.get(school, 0)}\n"
        for one in own:
            about = f"{one['transfer_id']} {one['kind']} {one['bank_effect_cents']}"
            section += f"{about} {one['corrects'] or '-'} {one['posted_at']}\n"
        closing = opening.get(school, 0) + sum(one["bank_effect_cents"] for one in own)
        text += f"{school} {sha256(section + f'closing {closing}' + chr(10))}\n"
    closing = closed["opening_cents"] + sum(one["bank_effect_cents"] for one in lines)
    return sha256(text + f"closing {closing}\n")


def in_dollars(cents):
    return f"{cents // 100}.{cents % 100:02}"


def describe(gift):
    points = [points for (id, _), points in moved.items() if id == gift["gift_id"]]
    names = "gift_id bank_transaction_ref donation_id status".split()
    return {name: gift[name] for name in names} | {
        "dollar_amount": in_dollars(gift["cents"]),
        "points_taken": -sum(one for one in points if one < 0),
        "points_returned": sum(one for one in points if one > 0),
    }


def state():
    with lock:
        closed = [event["data"] for event in events.values() if event["type"] == "statement.closed"]
        total = sum(gift["cents"] for gift in gifts.values() if gift["status"] == "completed")
        return {
            "gifts": [describe(gift) for gift in gifts.values()],
            "total_completed_usd": in_dollars(total),
            "statements": [{"statement_id": one["statement_id"], "digest": digest_of(one)} for one in closed],
        }


def answer(question, data):
    """Answers the certification's probe. What takes long goes on after the answer."""
    if question == "certification.state":
        return state()
    if question == "certification.give":
        threading.Thread(target=give, args=[data], daemon=True).start()
    elif question == "certification.cancel":
        threading.Thread(target=cancel, args=[data["gift_id"]], daemon=True).start()
    elif question == "certification.use_key":
        settings["API_KEY"] = data["api_key"]
    return {}


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        # Verify the raw bytes, before anything parses them as JSON.
        body = self.rfile.read(min(int(self.headers.get("Content-Length") or 0), 65536))
        try:
            verify(settings["WEBHOOK_SECRET"], self.headers, body)
        except ValueError:
            return self.respond(400, {})
        sent = json.loads(body, parse_float=Decimal)
        if self.path == "/certification":
            return self.respond(200, answer(sent["type"], sent["data"]))
        take(self.headers["webhook-id"], sent)
        self.respond(200, {})

    def respond(self, status, body):
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps(body).encode())

    def log_message(self, *_):
        pass


ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
