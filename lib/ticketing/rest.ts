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
import { hasExplicitHost } from "../fields.ts";
import { metrics } from "../metrics.ts";
import { createAgents } from "../net/http-agents.ts";
import { perProcess } from "../singleton.ts";
import {
  type BookedCredit,
  type PlatformAccess,
  PlatformMisconfigured,
  PlatformRefusal,
  PlatformUnavailable,
  type TicketingAdapter,
} from "./adapter.ts";
import {
  booksAnswer,
  creditAnswer,
  creditRequest,
  fanAnswer,
  readBooked,
  refusalAnswer,
} from "./wire.ts";

/** The time limit of a request that has none of its own, including the whole response. */
const RESPONSE_TIMEOUT_MS = 10_000;
/** Far above any known response. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** After this many failures in a row, a platform is not called for a while. */
const FAILURES_IN_A_ROW = 5;
const LEFT_ALONE_MS = 15_000;

/** One client per platform, so that one's hanging requests do not delay another's. */
const agents = perProcess("platform agents", () =>
  createAgents({ connectTimeoutMs: 5_000, maxResponseSize: MAX_ANSWER_BYTES, trusted: true }),
);

// One per platform, not per school: schools on one platform fail together.
const breakers = new Map<string, CircuitBreakerPolicy>();

/**
 * A refusal shows that the platform works, and a wrong key concerns one school: neither counts as a
 * failure.
 */
function countsAgainst(error: Error): boolean {
  return error instanceof PlatformUnavailable && !(error instanceof PlatformMisconfigured);
}

const openBreakers = () =>
  [...breakers.values()].filter(({ state }) => state !== CircuitState.Closed).length;

function breakerOf(baseUrl: string): CircuitBreakerPolicy {
  const known = breakers.get(baseUrl);
  if (known) return known;
  const policy = circuitBreaker(handleWhen(countsAgainst), {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(FAILURES_IN_A_ROW),
  });
  // Half open counts as open: it may not close again.
  policy.onBreak(() => metrics().breakersOpen.set(openBreakers()));
  policy.onReset(() => metrics().breakersOpen.set(openBreakers()));
  breakers.set(baseUrl, policy);
  return policy;
}

/** A sandbox never reaches a real platform, and production never sends unencrypted. */
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
function addressOf(access: PlatformAccess, path: string): URL {
  const problem = problemWith(access);
  if (problem) throw new PlatformMisconfigured(problem);
  return new URL(`${(access.baseUrl ?? "").replace(/\/+$/, "")}${path}`);
}

type Sent = {
  path: string;
  /** None for a read. */
  body?: unknown;
  headers?: Record<string, string>;
};

/** Sends a request, and reads the whole response. */
async function exchange(access: PlatformAccess, sent: Sent) {
  const url = addressOf(access, sent.path);
  return agents().use(url.origin, async (dispatcher) => {
    const { statusCode, body } = await request(url, {
      method: sent.body === undefined ? "GET" : "POST",
      headers: {
        ...(sent.body === undefined ? {} : { "content-type": "application/json" }),
        authorization: `Bearer ${access.apiKey ?? ""}`,
        ...sent.headers,
      },
      body: sent.body === undefined ? null : JSON.stringify(sent.body),
      dispatcher,
      signal: access.signal ?? AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    const parsed: unknown = await body.json().catch(() => undefined);
    return { statusCode, parsed };
  });
}

/** Sends a request once. Anything but a valid response or a valid refusal leaves the outcome unknown. */
async function ask<T>(access: PlatformAccess, sent: Sent, answer: z.ZodType<T>): Promise<T> {
  const { statusCode, parsed } = await exchange(access, sent);
  if (statusCode === 401 || statusCode === 403) {
    throw new PlatformMisconfigured(`the platform rejected our API key (${statusCode})`);
  }
  const refusal = statusCode === 422 ? refusalAnswer.safeParse(parsed) : undefined;
  if (refusal?.success) throw new PlatformRefusal(refusal.data.error.message);
  const checked = statusCode === 200 || statusCode === 201 ? answer.safeParse(parsed) : undefined;
  if (!checked?.success) {
    const what = checked ? "an invalid response" : `HTTP ${statusCode}`;
    throw new PlatformUnavailable(`the platform returned ${what}`);
  }
  return checked.data;
}

/** Anything that isn't the platform's answer leaves the outcome unknown. */
function unlessNamed(error: Error & { code?: string }): never {
  if (error instanceof PlatformUnavailable || error instanceof PlatformRefusal) throw error;
  const { code, name, message } = error;
  throw new PlatformUnavailable(`the platform couldn't be reached (${code ?? name}: ${message})`);
}

function unlessPaused(error: unknown): never {
  if (!(error instanceof BrokenCircuitError)) throw error;
  throw new PlatformUnavailable("the platform has failed repeatedly, so requests to it are paused");
}

const askGuarded = <T>(access: PlatformAccess, sent: Sent, answer: z.ZodType<T>): Promise<T> =>
  breakerOf(access.baseUrl ?? "")
    .execute(() => ask(access, sent, answer).catch(unlessNamed))
    .catch(unlessPaused);

/** Credits per page of the ledger: responses stay well below `MAX_ANSWER_BYTES`. */
const CREDITS_ON_A_PAGE = 100;

/** One ledger query, page by page. */
async function* readDatabaseState(access: PlatformAccess, question: Record<string, string>) {
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ ...question, ...(cursor ? { cursor } : {}) });
    const sent = { path: `/credits?${query}` };
    const page: z.infer<typeof booksAnswer> = await askGuarded(access, sent, booksAnswer).catch(
      (error) => {
        // A refusal to show the ledger says nothing about any credit.
        throw error instanceof PlatformRefusal ? new PlatformUnavailable(error.message) : error;
      },
    );
    yield page.credits.map(readBooked);
    const next = page.next_cursor ?? undefined;
    if (next !== undefined && (next === cursor || page.credits.length === 0)) {
      throw new PlatformUnavailable("the platform's ledger has no last page");
    }
    cursor = next;
  } while (cursor !== undefined);
}

export const rest: TicketingAdapter = {
  problemWith,

  ledgerKeyOf: ({ baseUrl = "", apiKey = "" }) =>
    // Not the key itself: this is an identifier, and may be shown.
    `${baseUrl} ${createHash("sha256").update(apiKey).digest("hex").slice(0, 8)}`,

  listCredits(access, { from, to }) {
    const times = { from: from.toISOString(), to: to.toISOString() };
    return readDatabaseState(access, { ...times, limit: String(CREDITS_ON_A_PAGE) });
  },

  async findCredits(access, partnerReference) {
    const found: BookedCredit[] = [];
    for await (const page of readDatabaseState(access, { partner_reference: partnerReference })) {
      found.push(...page.filter((credit) => credit.partnerReference === partnerReference));
    }
    return found;
  },

  async findOrCreateFan(access, email) {
    const fan = await askGuarded(access, { path: "/fans", body: { email } }, fanAnswer);
    return fan.fan_account_id;
  },

  async pushCredit(access, instruction) {
    const { partnerReference, amount } = instruction;
    const sent = {
      path: "/credits",
      body: creditRequest(instruction),
      headers: { "idempotency-key": partnerReference },
    };
    const credit = await askGuarded(access, sent, creditAnswer);
    const ours =
      credit.partner_reference === partnerReference && credit.amount.value === amount.value;
    // A credit for another donation or amount is not ours: an operator has to look.
    if (!ours)
      throw new PlatformMisconfigured(
        "the platform returned a different credit than the one we sent",
      );
    return { creditId: credit.credit_id, status: credit.status };
  },
};
