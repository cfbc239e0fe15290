/**
 * A ticketing platform as a separate process, for tests and demos: it implements the protocol of
 * lib/ticketing/wire.ts, keeps its ledger in memory, and fails on request.
 *
 *   node test/platform/server.ts PORT
 *
 * `POST /control {"mode", "times"?}` sets the response to the next requests for credits and voids (all without `times`):
 * `ok`, `slow` (2 s), `unavailable` (503), `refuse`, `lose` (credits and closes the connection),
 * `nonsense`, `other` (another credit), `hang`, `redirect`, `huge`. `GET /ledger` shows all credits and
 * how often each was requested. `POST /ledger {"without"?, "with"?}` changes it: it removes the credits with
 * these references, and adds these credits. `POST /ledger-failure {"fails"}` makes every query of it fail with 503
 * while true.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";

type Credit = {
  credit_id: string;
  status: string;
  partner_reference: string;
  amount: unknown;
  created_at: string;
  voids?: Void[];
};
type Void = { void_id: string; correction_reference: string; amount: { value: string } };
type Instruction = { partner_reference: string; amount: unknown; [field: string]: unknown };

const credits = new Map<string, { credit: Credit; instruction: Instruction; requests: number }>();
const fans = new Map<string, string>();
/** Extra credits, and references whose credit is removed. */
let altered = { with: [] as Credit[], without: new Set<string>() };
let ledgerFails = false;
let mode = "ok";
let times = Number.POSITIVE_INFINITY;

/** The behavior for this request. */
function nextMode(): string {
  if (times <= 0) mode = "ok";
  times--;
  return mode;
}

async function read(request: IncomingMessage) {
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) text += chunk;
  return text === "" ? {} : JSON.parse(text);
}

function reply(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** Once per partner reference: a repeated request gets the same credit. */
function creditOnce(instruction: Instruction): { credit: Credit; isNew: boolean } {
  const known = credits.get(instruction.partner_reference);
  if (known) {
    known.requests++;
    return { credit: known.credit, isNew: false };
  }
  const { partner_reference, amount } = instruction;
  const credit = {
    credit_id: `cr-${randomUUID()}`,
    status: "posted",
    partner_reference,
    amount,
    created_at: new Date().toISOString(),
  };
  credits.set(partner_reference, { credit, instruction, requests: 1 });
  return { credit, isNew: true };
}

const MISBEHAVIOR: Record<string, (response: ServerResponse, body: Instruction) => unknown> = {
  unavailable: (response) => reply(response, 503, { error: { code: "busy", message: "later" } }),
  refuse: (response) =>
    reply(response, 422, { error: { code: "closed", message: "This account takes no credits." } }),
  nonsense: (response) => response.writeHead(200).end("<html>It works!</html>"),
  hang: () => undefined,
  redirect: (response) => response.writeHead(302, { location: "/elsewhere" }).end(),
  huge: (response) => response.writeHead(200).end("x".repeat(1_000_000)),
  lose: (response, body) => {
    creditOnce(body);
    response.destroy();
  },
  other: (response, body) => {
    const { credit } = creditOnce(body);
    reply(response, 200, { ...credit, partner_reference: "somebody-else" });
  },
};

async function handleCredit(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  const behavior = nextMode();
  if (behavior === "slow") await wait(2_000);
  // An existing credit is never refused, as lib/ticketing/wire.ts demands.
  const exists = behavior === "refuse" && credits.has(body.partner_reference);
  const misbehave = exists ? undefined : MISBEHAVIOR[behavior];
  if (misbehave) return void misbehave(response, body);
  const { credit, isNew } = creditOnce(body);
  reply(response, isNew ? 201 : 200, credit);
}

type VoidRequest = { partner_reference: string; correction_reference: string; amount: unknown };

/** Once per correction reference. */
function voidOnce({ partner_reference, correction_reference, amount }: VoidRequest): Void | null {
  const credit = credits.get(partner_reference)?.credit;
  if (!credit) return null;
  credit.voids ??= [];
  const known = credit.voids.find((one) => one.correction_reference === correction_reference);
  if (known) return known;
  const made = { void_id: `vd-${randomUUID()}`, correction_reference, amount } as Void;
  credit.voids.push(made);
  return made;
}

async function handleVoid(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await read(request);
  const behavior = nextMode();
  if (behavior === "lose") {
    voidOnce(body);
    return void response.destroy();
  }
  const misbehave = MISBEHAVIOR[behavior];
  if (misbehave) return void misbehave(response, body);
  const made = voidOnce(body);
  if (made) return reply(response, 201, made);
  reply(response, 422, { error: { code: "unknown", message: "There is no such credit." } });
}

/** The ledger's responses: a page of a period, or all credits with one reference. */
function showCredits(query: URLSearchParams, response: ServerResponse): void {
  if (ledgerFails) {
    reply(response, 503, { error: { code: "busy", message: "later" } });
    return;
  }
  const [reference, from, to] = ["partner_reference", "from", "to"].map((name) => query.get(name));
  const genuine = [...credits.values()]
    .map(({ credit }) => credit)
    .filter(({ partner_reference }) => !altered.without.has(partner_reference));
  const voidedOf = ({ voids = [] }: Credit) =>
    voids.reduce((sum, { amount }) => sum + Number(amount.value), 0).toFixed(2);
  const found = [...genuine, ...altered.with].filter(({ partner_reference, created_at }) =>
    reference
      ? partner_reference === reference
      : created_at >= (from ?? "") && created_at < (to ?? ""),
  );
  const [at, limit] = [Number(query.get("cursor") ?? 0), Number(query.get("limit") ?? 100)];
  const next = at + limit < found.length ? String(at + limit) : null;
  const page = found.slice(at, at + limit).map(({ voids, ...credit }) => ({
    ...credit,
    ...(voids && { voided_amount: { value: voidedOf({ ...credit, voids }), currency: "USD" } }),
  }));
  reply(response, 200, { credits: page, next_cursor: next });
}

async function alterLedger(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const change = await read(request);
  altered = { with: change.with ?? [], without: new Set(change.without ?? []) };
  reply(response, 200, {});
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? "/", "http://platform");
  if (pathname === "/control") {
    ({ mode, times = Number.POSITIVE_INFINITY } = await read(request));
    return reply(response, 200, { mode });
  }
  if (pathname === "/ledger-failure") {
    ledgerFails = (await read(request)).fails;
    return reply(response, 200, {});
  }
  if (pathname === "/ledger" && request.method === "POST") return alterLedger(request, response);
  if (pathname === "/ledger") return reply(response, 200, { credits: [...credits.values()] });
  if (request.headers.authorization !== "Bearer platform-key") return reply(response, 401, {});
  if (pathname === "/credits" && request.method === "GET")
    return showCredits(searchParams, response);
  if (/^\/credits\/[^/]+\/voids$/.test(pathname)) return handleVoid(request, response);
  if (pathname === "/credits") return handleCredit(request, response);
  if (pathname !== "/fans") return reply(response, 404, {});
  const { email } = await read(request);
  const key = String(email).toLowerCase();
  if (!fans.has(key)) fans.set(key, `fan-${randomUUID()}`);
  reply(response, 200, { fan_account_id: fans.get(key) });
}

const server = createServer((request, response) => {
  serve(request, response).catch(() => response.destroy());
});
server.listen(Number(process.argv[2] ?? 0), "127.0.0.1", () => {
  const { port } = server.address() as { port: number };
  process.stdout.write(`${JSON.stringify({ port })}\n`);
});
// Ends with the process that started it.
process.on("disconnect", () => process.exit(0));
