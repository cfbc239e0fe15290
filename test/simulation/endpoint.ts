/** A bank's receiver: it verifies webhooks like any receiver, and its responses are random. */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { answer, type Handler } from "./http.ts";
import { choose } from "./weighted-random.ts";
import type { World } from "./world.ts";

/** A received webhook. */
export type Delivered = {
  id: string;
  body: string;
  verified: boolean;
  /** Whether the response was a success, even if it was lost. */
  accepted: boolean;
  payload: {
    type: string;
    data: { donation_id?: string; sequence?: number } & Record<string, unknown>;
  };
};

/** `broken` always returns 500, and `gone` 410; the others recover. */
export type EndpointNature = "sound" | "broken" | "gone";

export type Receiver = ReturnType<typeof createReceiver>;

const RESPONSE_TIMEOUT_MS = 15_000;

const BEHAVIOR = {
  ok: 60,
  broken: 8,
  busy: 4,
  "too many": 4,
  "too many until": 2,
  redirect: 2,
  "lost before": 3,
  "accepted and lost": 6,
  hang: 2,
  "accepted and hung": 2,
  "accepted and long": 2,
  hold: 5,
  "killed before": 1,
  "killed after": 2,
} as const;

/** Creates an empty receiver. */
export function createReceiver(world: World, name: string, nature: EndpointNature) {
  const received: Delivered[] = [];
  const secrets: string[] = [];

  /** Whether it was signed with one of our secrets: two during a rotation. */
  function verifies(body: string, headers: Record<string, string>): boolean {
    return secrets.slice(-2).some((secret) => {
      try {
        new Webhook(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
  }

  function behavior() {
    if (nature !== "sound") return nature;
    return world.calm() ? "ok" : choose(world.random, BEHAVIOR);
  }

  async function respondAs(behaved: string, response: ServerResponse): Promise<void> {
    const at = (seconds: number) => new Date(world.clock.now() + seconds * 1_000).toUTCString();
    if (behaved === "hold") await world.hold();
    if (behaved === "broken") answer(response, 500, "\0 no");
    else if (behaved === "gone") answer(response, 410, "");
    else if (behaved === "busy") answer(response, 503, "", { "retry-after": "7" });
    else if (behaved === "too many") answer(response, 429, "", { "retry-after": "90" });
    else if (behaved === "too many until") answer(response, 429, "", { "retry-after": at(600) });
    else if (behaved === "redirect") answer(response, 302, "", { location: "/elsewhere" });
    else if (/lost/.test(behaved)) response.destroy();
    else if (/h[au]ng/.test(behaved)) await world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    else if (/killed/.test(behaved)) await world.killRunning(response);
    else if (behaved === "accepted and long") answer(response, 200, "x".repeat(100_000));
    else response.writeHead(204).end();
  }

  const ACCEPTING = new Set([
    "ok",
    "hold",
    "accepted and lost",
    "accepted and hung",
    "accepted and long",
    "killed after",
  ]);

  const serve: Handler = async ({ headers, body }, response) => {
    const behaved = behavior();
    const payload = JSON.parse(body) as Delivered["payload"];
    world.note(`${name}: ${behaved} (${payload.type})`);
    const verified = verifies(body, headers as Record<string, string>);
    const id = String(headers["webhook-id"]);
    received.push({ id, body, verified, accepted: ACCEPTING.has(behaved), payload });
    await respondAs(behaved, response);
  };
  return { name, nature, received, secrets, serve };
}
