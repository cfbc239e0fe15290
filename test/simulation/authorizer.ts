/** A bank's authorization server: it decides once per ID, and its responses are random. */
import type { ServerResponse } from "node:http";
import { Webhook } from "standardwebhooks";
import { answer, type Handler } from "./http.ts";
import { choose, happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

export type SimulatedAuthorizer = ReturnType<typeof createAuthorizer>;

const RESPONSE_TIMEOUT_MS = 3_000;

const BEHAVIOR = {
  ok: 60,
  broken: 6,
  garbled: 4,
  "lost before": 4,
  "decided and lost": 8,
  "decided and hung": 5,
  hold: 6,
  "killed before": 2,
  "killed after": 4,
} as const;

/** Creates an authorizer without any decisions. */
export function createAuthorizer(world: World, name: string) {
  /** Its decisions, by ID. */
  const decisions = new Map<string, "approved" | "declined">();
  const problems: string[] = [];
  const settings = { secret: "" };

  function decide(id: string): "approved" | "declined" {
    const decision = decisions.get(id) ?? (happens(world.random, 0.8) ? "approved" : "declined");
    decisions.set(id, decision);
    return decision;
  }

  async function respondAs(mode: string, id: string, response: ServerResponse): Promise<void> {
    if (mode === "broken") return answer(response, 500, "no");
    if (mode === "garbled") return answer(response, 200, "{");
    if (mode === "lost before") return void response.destroy();
    if (mode === "killed before") return world.killRunning(response);
    const decision = decide(id);
    if (mode === "hold") await world.hold();
    if (mode === "decided and lost") response.destroy();
    else if (mode === "decided and hung") await world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    else if (mode === "killed after") await world.killRunning(response);
    else answer(response, 200, { decision, hold_reference: `hold ${id}` });
  }

  const serve: Handler = async ({ headers, body }, response) => {
    const mode = world.calm() ? "ok" : choose(world.random, BEHAVIOR);
    world.note(`${name}: ${mode}`);
    try {
      new Webhook(settings.secret).verify(body, headers as Record<string, string>);
    } catch {
      problems.push(`${name} couldn't verify ${body}`);
    }
    await respondAs(mode, String(headers["webhook-id"]), response);
  };
  return { name, settings, decisions, problems, serve };
}
