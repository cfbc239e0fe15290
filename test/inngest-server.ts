/**
 * A minimal Inngest server, enough to test that the application uses it and runs functions only at its request. It
 * accepts events, registers functions, and runs them step by step over HTTP with signed requests. It has no retries,
 * limits, or persistence, so it doesn't test how a real server handles failures.
 */
import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import canonicalize from "canonicalize";

type Event = { id: string; name: string; data: Record<string, unknown> };
type Operation = { id: string; op: string; name: string; data?: unknown };
type Registered = {
  id: string;
  triggers: { event?: string; cron?: string }[];
  steps: { step: { runtime: { url: string } } };
};

async function read(request: IncomingMessage) {
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  return JSON.parse(body || "null");
}

/** Signs the canonical body and the time in seconds, the way the server does. */
export function signatureOf(key: string, body: unknown): string {
  const seconds = Math.floor(Date.now() / 1_000);
  const mac = createHmac("sha256", key)
    .update(`${canonicalize(body)}${seconds}`)
    .digest("hex");
  return `t=${seconds}&s=${mac}`;
}

/** Starts one on loopback. @param port a free port, so that a test can start the server late */
export async function startInngestServer(port: number, keys: { event: string; signing: string }) {
  const events: Event[] = [];
  const outcomes: { id: string; status: number; body: unknown }[] = [];
  let registered: Registered[] = [];
  const activeRuns = new Set<Promise<void>>();

  async function call({ steps }: Registered, event: Event, done: Record<string, unknown>) {
    const body = {
      event,
      events: [event],
      steps: done,
      version: -1,
      ctx: {
        run_id: event.id,
        attempt: 0,
        disable_immediate_execution: false,
        use_api: false,
        stack: { stack: Object.keys(done), current: Object.keys(done).length },
      },
    };
    const headers = {
      "content-type": "application/json",
      "x-inngest-signature": signatureOf(keys.signing, body),
    };
    const address = steps.step.runtime.url;
    const reply = await fetch(address, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: reply.status, body: await reply.json() };
  }

  async function run(fn: Registered, event: Event): Promise<void> {
    const done: Record<string, unknown> = {};
    for (;;) {
      const { status, body } = await call(fn, event, done);
      if (status !== 206) return void outcomes.push({ id: fn.id, status, body });
      for (const { id, op, name, data } of body as Operation[]) {
        if (op === "Sleep") await wait(Math.max(0, Date.parse(name) - Date.now() || 0));
        done[id] = op === "Sleep" ? null : { data };
      }
    }
  }

  function start(fn: Registered, event: Event): void {
    const running = run(fn, event).catch((error) => {
      outcomes.push({ id: fn.id, status: 0, body: String(error) });
    });
    activeRuns.add(running);
    void running.finally(() => activeRuns.delete(running));
  }

  function accept(event: Event): void {
    if (events.some(({ id }) => id === event.id)) return;
    events.push(event);
    for (const fn of registered) {
      if (fn.triggers.some((trigger) => trigger.event === event.name)) start(fn, event);
    }
  }

  const bearer = `Bearer ${createHash("sha256").update(Buffer.from(keys.signing, "hex")).digest("hex")}`;
  const server = createServer(async (request, response) => {
    const body = await read(request);
    const reply = (status: number, value: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
    if (request.url === `/e/${keys.event}`) {
      for (const event of body as Event[]) accept(event);
      return reply(200, { ids: (body as Event[]).map(({ id }) => id), status: 200 });
    }
    if (request.url !== "/fn/register") return reply(404, {});
    if (request.headers.authorization !== bearer) return reply(401, {});
    registered = body.functions;
    return reply(200, { ok: true, modified: true });
  });
  const listen = async () => {
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  await listen();

  return {
    /** Stops accepting events; current runs continue. */
    goAway: close,
    /** Accepts events again. The functions are still registered. */
    comeBack: listen,
    events,
    /** The result of each run. */
    outcomes,
    /** Each function's URL, by ID. */
    addresses: () =>
      Object.fromEntries(registered.map(({ id, steps }) => [id, steps.step.runtime.url])),
    /** Runs a scheduled function now. */
    tick(id: string): void {
      const fn = registered.find((candidate) => candidate.id === id);
      if (!fn) throw new Error(`${id} isn't registered`);
      start(fn, { id: `tick-${Date.now()}`, name: "inngest/scheduled.timer", data: {} });
    },
    async stop(): Promise<void> {
      await Promise.all(activeRuns);
      await close();
    },
  };
}
