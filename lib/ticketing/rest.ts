/** A ticketing platform with a REST API. Its responses are validated. */
import { createHash } from "node:crypto";
import {
  BrokenCircuitError,
  type CircuitBreakerPolicy,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
} from "cockatiel";
import { request } from "undici";
import type { z } from "zod";
import { env, isLoopbackHost } from "../env.ts";
import { metrics } from "../metrics.ts";
import { toDecimalString } from "../money.ts";
import { createAgents } from "../net/http-agents.ts";
import { perProcess } from "../singleton.ts";
import { hasExplicitHost } from "../text.ts";
import {
  type BookedCredit,
  type PlatformAccess,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
  type TicketingAdapter,
} from "./adapter.ts";
import {
  creditRequest,
  creditResponse,
  fanResponse,
  ledgerPage,
  parseBookedCredit,
  refusalResponse,
  voidRequest,
  voidResponse,
} from "./wire.ts";

/** The default time limit of a request, including its whole response. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Far above any known response. */
const MAX_RESPONSE_BYTES = 64 * 1024;
/** After this many failures in a row, requests to a platform are paused. */
const MAX_CONSECUTIVE_FAILURES = 5;
const BREAKER_RESET_MS = 15_000;

/** One client per platform, so that one's hanging requests don't delay another's. */
const agents = perProcess("platform agents", () =>
  createAgents({ connectTimeoutMs: 5_000, maxResponseSize: MAX_RESPONSE_BYTES, trusted: true }),
);

// One per platform, not per school: schools on one platform fail together.
const breakers = new Map<string, CircuitBreakerPolicy>();

/** A refusal shows that the platform works, and a wrong key concerns only one school: neither is a failure. */
function isPlatformFailure(error: Error): boolean {
  return error instanceof PlatformUnavailable && !(error instanceof PlatformMisconfigured);
}

const openBreakers = () =>
  [...breakers.values()].filter(({ state }) => state !== CircuitState.Closed).length;

function breakerFor(baseUrl: string): CircuitBreakerPolicy {
  const existing = breakers.get(baseUrl);
  if (existing) return existing;
  const policy = circuitBreaker(handleWhen(isPlatformFailure), {
    halfOpenAfter: BREAKER_RESET_MS,
    breaker: new ConsecutiveBreaker(MAX_CONSECUTIVE_FAILURES),
  });
  // Half open counts as open: it may not close again.
  policy.onBreak(() => metrics().breakersOpen.set(openBreakers()));
  policy.onReset(() => metrics().breakersOpen.set(openBreakers()));
  breakers.set(baseUrl, policy);
  return policy;
}

/** A sandbox never reaches a real platform, and production always encrypts. */
function problemWith({ baseUrl = "", apiKey }: PlatformAccess): string | null {
  if (!URL.canParse(baseUrl) || !hasExplicitHost(baseUrl)) return "the platform's URL is missing";
  if (apiKey === undefined) return "our API key for the platform is missing";
  const { protocol, hostname } = new URL(baseUrl);
  if (env().environment === "production") {
    return protocol === "https:" ? null : "in production, the platform's URL must use https";
  }
  return isLoopbackHost(hostname)
    ? null
    : "in a sandbox, the platform's URL must be on this machine, such as http://127.0.0.1:4010";
}

/** @throws PlatformMisconfigured */
function urlFor(access: PlatformAccess, path: string): URL {
  const problem = problemWith(access);
  if (problem) throw new PlatformMisconfigured(problem);
  return new URL(`${(access.baseUrl ?? "").replace(/\/+$/, "")}${path}`);
}

type Call = {
  path: string;
  /** Omitted in a GET request. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends a request, and reads the whole response. */
async function send(access: PlatformAccess, call: Call) {
  const url = urlFor(access, call.path);
  return agents().use(url.origin, async (dispatcher) => {
    const { statusCode, body } = await request(url, {
      method: call.body === undefined ? "GET" : "POST",
      headers: {
        ...(call.body === undefined ? {} : { "content-type": "application/json" }),
        authorization: `Bearer ${access.apiKey ?? ""}`,
        ...call.headers,
      },
      body: call.body === undefined ? null : JSON.stringify(call.body),
      dispatcher,
      signal: access.signal ?? AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const parsed: unknown = await body.json().catch(() => undefined);
    return { statusCode, parsed };
  });
}

/** Sends a request once. Anything but a valid response or a valid refusal leaves the outcome unknown. */
async function callOnce<T>(access: PlatformAccess, call: Call, schema: z.ZodType<T>): Promise<T> {
  const { statusCode, parsed } = await send(access, call);
  if (statusCode === 401 || statusCode === 403) {
    throw new PlatformMisconfigured(`the platform rejected our API key (${statusCode})`);
  }
  const refusal = statusCode === 422 ? refusalResponse.safeParse(parsed) : undefined;
  if (refusal?.success) throw new PlatformRefusal(refusal.data.error.message);
  const checked = statusCode === 200 || statusCode === 201 ? schema.safeParse(parsed) : undefined;
  if (!checked?.success) {
    const what = checked ? "an invalid response" : `HTTP ${statusCode}`;
    // A redirect, or an address that isn't a platform's.
    const isUncredited = [301, 302, 307, 308, 404, 405].includes(statusCode);
    throw new PlatformUnavailable(`the platform returned ${what}`, { isUncredited });
  }
  return checked.data;
}

/** Errors of a connection that was never made, so that nothing was sent. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;

/** Any other error that isn't the platform's response leaves the outcome unknown. */
function rethrowAsUnavailable(error: Error & { code?: string }): never {
  if (error instanceof PlatformUnavailable || error instanceof PlatformRefusal) throw error;
  const { code, name, message } = error;
  const isUncredited = NOT_CONNECTED.test(code ?? "");
  const why = `the platform couldn't be reached (${code ?? name}: ${message})`;
  throw new PlatformUnavailable(why, { isUncredited });
}

/** A refusal to show the ledger says nothing about any credit. */
function rethrowUndecided(error: Error): never {
  throw error instanceof PlatformRefusal ? new PlatformUnavailable(error.message) : error;
}

function explainOpenCircuit(error: unknown): never {
  if (!(error instanceof BrokenCircuitError)) throw error;
  const why = "the platform has failed repeatedly, so requests to it are paused";
  throw new PlatformUnavailable(why, { isUncredited: true });
}

const callPlatform = <T>(access: PlatformAccess, call: Call, schema: z.ZodType<T>): Promise<T> =>
  breakerFor(access.baseUrl ?? "")
    .execute(() => callOnce(access, call, schema).catch(rethrowAsUnavailable))
    .catch(explainOpenCircuit);

/** Keeps responses well below `MAX_RESPONSE_BYTES`. */
const CREDITS_PER_PAGE = 100;

/** The credits that match the filters, page by page. */
async function* readLedger(access: PlatformAccess, filters: Record<string, string>) {
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...filters, ...(cursor ? { cursor } : {}) });
    const call = { path: `/credits?${query}` };
    const page: z.infer<typeof ledgerPage> = await callPlatform(access, call, ledgerPage).catch(
      rethrowUndecided,
    );
    yield page.credits.map(parseBookedCredit);
    const next = page.next_cursor ?? undefined;
    if (next !== undefined && (next === cursor || page.credits.length === 0)) {
      throw new PlatformUnavailable("the platform's ledger has no last page");
    }
    cursor = next;
  } while (cursor !== undefined);
}

export const rest: TicketingAdapter = {
  problemWith,

  // Reads the ledger's last minute. Outside of the circuit, so that a school's tests neither pause nor resume requests to a
  // platform that it shares with others.
  async check(access) {
    const [from, to] = [new Date(Date.now() - 60_000), new Date()].map((at) => at.toISOString());
    const query = new URLSearchParams({ from: from as string, to: to as string, limit: "1" });
    await callOnce(access, { path: `/credits?${query}` }, ledgerPage)
      .catch(rethrowAsUnavailable)
      .catch(rethrowUndecided);
  },

  isPaused: ({ baseUrl = "" }) => {
    const breaker = breakers.get(baseUrl);
    return breaker !== undefined && breaker.state !== CircuitState.Closed;
  },

  ledgerKeyOf: ({ baseUrl = "", apiKey = "" }) =>
    // A hash of the key, since this identifier may be shown.
    `${baseUrl} ${createHash("sha256").update(apiKey).digest("hex").slice(0, 8)}`,

  listCredits(access, { from, to }) {
    const times = { from: from.toISOString(), to: to.toISOString() };
    return readLedger(access, { ...times, limit: String(CREDITS_PER_PAGE) });
  },

  async findCredits(access, partnerReference) {
    const found: BookedCredit[] = [];
    for await (const page of readLedger(access, { partner_reference: partnerReference })) {
      found.push(...page.filter((credit) => credit.partnerReference === partnerReference));
    }
    return found;
  },

  async findOrCreateFan(access, email) {
    const fan = await callPlatform(access, { path: "/fans", body: { email } }, fanResponse);
    return fan.fan_account_id;
  },

  async pushCredit(access, instruction) {
    const { partnerReference, amountCents } = instruction;
    const call = {
      path: "/credits",
      body: creditRequest(instruction),
      headers: { "idempotency-key": partnerReference },
    };
    const credit = await callPlatform(access, call, creditResponse);
    const isOurs =
      credit.partner_reference === partnerReference &&
      credit.amount.value === toDecimalString(amountCents);
    // A credit for another donation or amount isn't ours: an operator has to look into it.
    if (!isOurs)
      throw new PlatformMisconfigured("the platform returned another credit than we sent", {
        isUncredited: false,
      });
    return { creditId: credit.credit_id, status: credit.status };
  },

  async voidCredit(access, instruction) {
    const { correctionId, creditId, amountCents } = instruction;
    const call = {
      path: `/credits/${encodeURIComponent(creditId)}/voids`,
      body: voidRequest(instruction),
      headers: { "idempotency-key": correctionId },
    };
    const made = await callPlatform(access, call, voidResponse);
    const isOurs =
      made.correction_reference === correctionId &&
      made.amount.value === toDecimalString(amountCents);
    if (!isOurs) throw new PlatformMisconfigured("the platform returned another void than we sent");
  },
};
