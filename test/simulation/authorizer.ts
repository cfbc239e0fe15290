/** The server at which a bank approves gifts: it decides once for each ID, and answers at random. */
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

/** Creates one that was asked nothing yet. */
export function createAuthorizer(world: World, name: string) {
  /** What it has decided, by ID. */
  const decisions = new Map<string, "approved" | "declined">();
  const complaints: string[] = [];
  const settings = { secret: "" };

  function decide(id: string): "approved" | "declined" {
    const decision = decisions.get(id) ?? (happens(world.random, 0.8) ? "approved" : "declined");
    decisions.set(id, decision);
    return decision;
  }

  async function answerAs(how: string, id: string, response: ServerResponse): Promise<void> {
    if (how === "broken") return answer(response, 500, "no");
    if (how === "garbled") return answer(response, 200, "{");
    if (how === "lost before") return void response.destroy();
    if (how === "killed before") return world.killRunning(response);
    const decision = decide(id);
    if (how === "hold") await world.hold();
    if (how === "decided and lost") response.destroy();
    else if (how === "decided and hung") await world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    else if (how === "killed after") await world.killRunning(response);
    else answer(response, 200, { decision, hold_reference: `hold ${id}` });
  }

  const serve: Handler = async ({ headers, body }, response) => {
    const how = world.calm() ? "ok" : choose(world.random, BEHAVIOR);
    world.note(`${name}: ${how}`);
    try {
      new Webhook(settings.secret).verify(body, headers as Record<string, string>);
    } catch {
      complaints.push(`${name} could not verify ${body}`);
    }
    await answerAs(how, String(headers["webhook-id"]), response);
  };
  return { name, settings, decisions, complaints, serve };
}
