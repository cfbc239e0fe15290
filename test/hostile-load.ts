/**
 * A hostile tenant as a separate process: it has a bank's key, a cardholder's token, signed-in browsers, and one
 * network, and sends each kind of request without pause over a few connections, until its time is up.
 */
import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { constants, setPriority } from "node:os";
import { setTimeout as wait } from "node:timers/promises";

/** Cookies of signed-in browsers, and the paths of an upload and of its check. */
export type HostilePeople = {
  /** Of the public URL. */
  origin: string;
  /** Of a school's processor. */
  processor: string;
  cardholder: string;
  upload: string;
  check: string;
};

export type HostilePlan = {
  port: number;
  seconds: number;
  key: string;
  token: string;
  /** Another bank's customer. */
  victim: string;
  school: string;
  /** IDs of endpoints whose host names never resolve, or whose receivers hang. */
  endpoints: string[];
  year: number;
  people: HostilePeople;
  /** Names of `KINDS`; default: all. */
  kinds?: string[];
};

/** For each kind, the number of responses by status, and of connections closed without one. */
export type HostileReport = Record<string, Record<string, number>>;

type Sent = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON, unless it's a buffer. */
  body?: unknown;
};
type Send = (path: string, sent?: Sent) => Promise<number | string>;
type Kind = {
  concurrency: number;
  once(plan: HostilePlan, send: Send, nth: number): Promise<unknown>;
};

const HUGE = 120 * 1024 * 1024;
const CHUNK = Buffer.alloc(64 * 1024, "x");
const FORMS = ["signin/submit", "signout", "settings/profile", "give/confirm"];

const withKey = ({ key }: HostilePlan, body?: unknown): Sent => ({
  method: body === undefined ? "GET" : "POST",
  headers: { "X-Service-API-Key": key },
  ...(body === undefined ? {} : { body }),
});

const donationTo = (school_id: string) => ({
  bank_transaction_ref: randomUUID(),
  dollar_amount: 25,
  points_redeemed: 2500,
  school_id,
  fund_designation: "annual-fund",
});

/** Sends far more than any limit, until the server closes the connection. @returns the status, if any */
function sendHuge(port: number, nth: number): Promise<number | string> {
  const isChunked = nth % 4 === 3;
  const head = [
    `POST /${FORMS[nth % FORMS.length]} HTTP/1.1`,
    "Host: localhost",
    "Content-Type: application/json",
    isChunked ? "Transfer-Encoding: chunked" : `Content-Length: ${HUGE}`,
  ].join("\r\n");
  const chunk = Buffer.concat([Buffer.from("10000\r\n"), CHUNK, Buffer.from("\r\n")]);
  return new Promise((resolve) => {
    let response = "";
    let remaining = HUGE;
    const socket = connect(port, "127.0.0.1");
    const writeMore = () => {
      while (remaining > 0 && socket.writable) {
        remaining -= CHUNK.length;
        if (!socket.write(isChunked ? chunk : CHUNK)) return;
      }
    };
    socket.on("connect", () => {
      socket.write(`${head}\r\n\r\n`);
      writeMore();
    });
    socket.on("drain", writeMore);
    socket.on("data", (data) => {
      if (response.length < 20) response += data.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(response.split(" ")[1]) || "closed"));
    socket.setTimeout(10_000, () => socket.destroy());
  });
}

const BOUNDARY = "x";
const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;
/** As many parts as fit. */
const partsOf = (bytes: number) =>
  Buffer.from(`--${BOUNDARY}\r\n\r\n\r\n`.repeat(Math.floor(bytes / 9)));
const LARGE = partsOf(1_000_000);
const SMALL = partsOf(60_000);

const from = ({ people }: HostilePlan, who: "processor" | "cardholder", body?: Buffer): Sent => ({
  method: body ? "POST" : "GET",
  headers: {
    Cookie: people[who],
    Origin: people.origin,
    ...(body && { "Content-Type": MULTIPART, "Content-Length": String(body.length) }),
  },
  body,
});

const eitherOf = (nth: number) => (nth % 2 ? "processor" : "cardholder");

/** Declares an upload, sends half of it, and waits until the server gives up. @returns the status, if any */
function stallUpload({ port, people }: HostilePlan, nth: number): Promise<number | string> {
  const head = [
    `POST ${people.upload} HTTP/1.1`,
    `Host: ${new URL(people.origin).host}`,
    `Cookie: ${people[eitherOf(nth)]}`,
    `Content-Type: ${MULTIPART}`,
    `Content-Length: ${LARGE.length}`,
  ].join("\r\n");
  return new Promise((resolve) => {
    let response = "";
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(`${head}\r\n\r\n`);
      socket.write(LARGE.subarray(0, LARGE.length / 2));
    });
    socket.on("data", (data) => {
      response += data.toString("latin1").slice(0, 20);
    });
    socket.on("error", () => {});
    socket.on("close", () => resolve(Number(response.split(" ")[1]) || "closed"));
  });
}

const SCHOOL_FILES = ["gifts", "donors", "reports/california"];

/** Keyed by the security finding that each repeats. */
export const KINDS: Record<string, Kind> = {
  F1: {
    concurrency: 8,
    once: ({ year, token }, send, nth) =>
      send(`/v1/portal/statements/${year}?page=${1 + (nth % 10)}`, {
        headers: { Accept: "application/pdf", Authorization: `Bearer ${token}` },
      }),
  },
  "F2 test events": {
    concurrency: 4,
    once: (plan, send, nth) =>
      send(
        `/v1/webhook-endpoints/${plan.endpoints[nth % plan.endpoints.length]}/test`,
        withKey(plan, {}),
      ),
  },
  "F2 donations": {
    concurrency: 2,
    once: (plan, send) => send("/v1/donations/request", withKey(plan, donationTo(plan.school))),
  },
  "F3 links": {
    concurrency: 2,
    once: (plan, send) =>
      send(
        "/v1/accounts/link",
        withKey(plan, {
          bank_user_id: randomUUID(),
          display_name: "Casey Otherbank",
          email: plan.victim,
          loyalty_program_id: "gold",
        }),
      ),
  },
  "F3 resets": {
    concurrency: 2,
    once: (_, send, nth) =>
      send("/v1/portal/auth/reset-password", {
        method: "POST",
        body: { token: randomUUID(), new_password: `${nth}`.padStart(1_000, "wrong word ") },
      }),
  },
  F5: { concurrency: 12, once: ({ port }, _, nth) => sendHuge(port, nth) },
  // With a query, it's rendered each time.
  "F12 docs": { concurrency: 4, once: (_, send, nth) => send(`/docs/conventions?n=${nth}`) },
  "F12 openapi.json": { concurrency: 2, once: (_, send) => send("/openapi.json") },
  F14: {
    concurrency: 4,
    once: (plan, send) => {
      const range = {
        from: `${plan.year}-01-01T00:00:00Z`,
        to: `${plan.year + 1}-01-01T00:00:00Z`,
      };
      return send("/v1/events/replay", withKey(plan, range));
    },
  },
  "forms of parts": {
    concurrency: 16,
    once: (plan, send, nth) => send(plan.people.upload, from(plan, eitherOf(nth), LARGE)),
  },
  "stalled forms": { concurrency: 16, once: (plan, _, nth) => stallUpload(plan, nth) },
  "marks of parts": {
    concurrency: 8,
    once: (plan, send, nth) => send("/school/settings/mark", from(plan, eitherOf(nth), SMALL)),
  },
  "school files": {
    concurrency: 8,
    once: (plan, send, nth) =>
      send(
        `/school/${SCHOOL_FILES[nth % SCHOOL_FILES.length]}/export?year=${plan.year}`,
        from(plan, "processor"),
      ),
  },
  "bank files": {
    concurrency: 30,
    once: (plan, send) => {
      const { headers } = withKey(plan);
      return send(`/v1/reports/reconciliation?date=${plan.year}-03-01`, {
        headers: { ...headers, Accept: "text/csv" },
      });
    },
  },
  "check page": {
    concurrency: 8,
    once: (plan, send) => send(plan.people.check, from(plan, "processor")),
  },
  "wrong keys": {
    concurrency: 4,
    once: (_, send) =>
      send("/v1/schools", {
        headers: {
          "X-Service-API-Key": `svc_test_${randomUUID().slice(-12)}aaaa:${"x".repeat(43)}`,
        },
      }),
  },
};

/** Sends requests over this many keep-alive connections. */
function sender(port: number, maxSockets: number): Send {
  const agent = new Agent({ keepAlive: true, maxSockets });
  return (path, { method = "GET", headers = {}, body } = {}) =>
    new Promise((resolve) => {
      const isJson = body !== undefined && !Buffer.isBuffer(body);
      const sentBody = isJson ? JSON.stringify(body) : (body as Buffer | undefined);
      const type = isJson ? { "Content-Type": "application/json" } : {};
      const sent = request(
        { port, host: "127.0.0.1", path, method, agent, headers: { ...type, ...headers } },
        (response) => {
          response.on("end", () => resolve(response.statusCode ?? 0));
          response.on("error", () => resolve("closed"));
          response.resume();
        },
      );
      sent.setTimeout(20_000, () => sent.destroy());
      sent.on("error", () => resolve("closed"));
      sent.end(sentBody);
    });
}

/** Attacks until the time is up. */
export async function runLoad(plan: HostilePlan): Promise<HostileReport> {
  const report: HostileReport = {};
  const until = performance.now() + plan.seconds * 1_000;
  const loops = Object.entries(KINDS)
    .filter(([name]) => plan.kinds?.includes(name) ?? true)
    .flatMap(([name, { concurrency, once }]) => {
      const counts: Record<string, number> = {};
      report[name] = counts;
      const send = sender(plan.port, concurrency);
      return Array.from({ length: concurrency }, async (_, loop) => {
        for (let nth = loop; performance.now() < until; nth += concurrency) {
          const result = String(await once(plan, send, nth));
          counts[result] = (counts[result] ?? 0) + 1;
        }
      });
    });
  // Requests that are still in flight by then never get a response.
  await Promise.race([Promise.all(loops), wait(plan.seconds * 1_000 + 5_000)]);
  return report;
}

if (import.meta.main) {
  // A real attacker has a separate machine; this one gets only spare CPU time.
  setPriority(constants.priority.PRIORITY_LOW);
  process.once("message", async (plan: HostilePlan) => {
    const report = await runLoad(plan);
    process.send?.(report, () => process.exit(0));
  });
  process.on("disconnect", () => process.exit(0));
}
