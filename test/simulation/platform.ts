/**
 * A ticketing platform that follows lib/ticketing/wire.ts: it credits once per partner reference and never refuses
 * what it has credited. Its responses may be lost or wrong.
 */
import type { ServerResponse } from "node:http";
import { answer, type Handler, type ReceivedRequest } from "./http.ts";
import { choose, happens } from "./weighted-random.ts";
import type { World } from "./world.ts";

type Amount = { value: string; currency: string };
type Instruction = { partner_reference: string; amount: Amount; fan_account_id: string };

type VoidRequest = { correction_reference: string; partner_reference: string; amount: Amount };

/** A credit in its ledger. */
export type Credit = {
  credit_id: string;
  status: string;
  partner_reference: string;
  amount: Amount;
};

export type PlatformNature = {
  /** It never recovers: no response about a credit can be trusted. */
  faulty?: boolean;
  /** Refuses half of the credits. */
  refuses?: boolean;
  /** Credits every request, a bug that the invariants must notice. */
  ignoresReference?: boolean;
};

export type Platform = ReturnType<typeof createPlatform>;

const KEY = "Bearer platform-key";
const RESPONSE_TIMEOUT_MS = 15_000;

/** Weights, roughly in percent. */
const BEHAVIOR = {
  ok: 50,
  refuse: 8,
  busy: 6,
  broken: 3,
  "not our key": 1,
  "lost before": 4,
  "lost after": 8,
  "hang before": 2,
  "hang after": 3,
  "slow drip": 3,
  "endless drip": 1,
  hold: 6,
  nonsense: 2,
  "wrong types": 2,
  nothing: 1,
  huge: 1,
  redirect: 1,
  "malformed refusal": 2,
  "another reference": 2,
  "another amount": 2,
  "killed before": 1,
  "killed after": 2,
} as const;

const FAULTY = {
  broken: 3,
  "another reference": 3,
  "another amount": 3,
  "not our key": 2,
  nonsense: 2,
};

/** Creates a platform with an empty ledger. */
export function createPlatform(world: World, name: string, nature: PlatformNature = {}) {
  const credits: Credit[] = [];
  const voids: VoidRequest[] = [];
  const refused = new Set<string>();
  const fans = new Map<string, string>();

  function chooseBehavior() {
    if (nature.faulty) return choose(world.random, FAULTY);
    if (nature.refuses && happens(world.random, 0.5)) return "refuse";
    return world.calm() ? "ok" : choose(world.random, BEHAVIOR);
  }

  function creditOnce(instruction: Instruction): Credit {
    const { partner_reference, amount } = instruction;
    const existing = credits.find((credit) => credit.partner_reference === partner_reference);
    if (existing && !nature.ignoresReference) return existing;
    const credit_id = `${name}-${credits.length + 1}`;
    const credit = { credit_id, status: "posted", partner_reference, amount };
    credits.push(credit);
    return credit;
  }

  const changed = (credit: Credit, changes: object) => ({ ...credit, ...changes });

  async function drip(response: ServerResponse, body: unknown, pauseMs: number): Promise<void> {
    const text = JSON.stringify(body);
    response.writeHead(200, { "content-type": "application/json" });
    await world.during(async (stillAsked) => {
      for (let at = 0; at < text.length && stillAsked(); at += 40) {
        response.write(text.slice(at, at + 40));
        await world.pass(pauseMs);
      }
    });
    response.end();
  }

  /** Responses without a credit. @returns false if it is none of these */
  async function withoutCredit(mode: string, response: ServerResponse): Promise<boolean> {
    if (mode === "busy") answer(response, 503, { error: { code: "busy", message: "later" } });
    else if (mode === "broken") answer(response, 500, "<h1>Internal Server Error</h1>");
    else if (mode === "not our key") answer(response, 401, {});
    else if (mode === "lost before") response.destroy();
    else if (mode === "hang before") await world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    else if (mode === "nonsense") answer(response, 200, "<html>It works!</html>");
    else if (mode === "nothing") answer(response, 200, "");
    else if (mode === "huge") answer(response, 200, `"${"x".repeat(200_000)}"`);
    else if (mode === "redirect") answer(response, 307, "", { location: "/elsewhere" });
    else if (mode === "malformed refusal") answer(response, 422, { error: "no" });
    else if (mode === "killed before") await world.killRunning(response);
    else return false;
    return true;
  }

  async function handleCredit(instruction: Instruction, mode: string, response: ServerResponse) {
    const reference = instruction.partner_reference;
    const credited = credits.some((credit) => credit.partner_reference === reference);
    if (refused.has(reference) || (mode === "refuse" && !credited)) {
      refused.add(reference);
      const error = { code: "closed", message: "This account takes no credits." };
      return answer(response, 422, { error });
    }
    if (await withoutCredit(mode, response)) return;
    if (mode === "hold") await world.hold();
    const credit = creditOnce(instruction);
    if (mode === "lost after") return void response.destroy();
    if (mode === "hang after") return world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    if (mode === "slow drip") return drip(response, credit, 1_000);
    if (mode === "endless drip") return drip(response, credit, 6_000);
    if (mode === "killed after") return world.killRunning(response);
    if (mode === "wrong types") return answer(response, 200, changed(credit, { credit_id: 5 }));
    if (mode === "another reference") {
      return answer(response, 200, changed(credit, { partner_reference: "somebody-else" }));
    }
    if (mode === "another amount") {
      const amount = { value: "1.00", currency: "USD" };
      const value = credit.amount.value === amount.value ? "2.00" : amount.value;
      return answer(response, 200, changed(credit, { amount: { ...amount, value } }));
    }
    return answer(response, 200, credit);
  }

  /** Once per correction. One that was refused stays refused. */
  async function handleVoid(body: VoidRequest, mode: string, response: ServerResponse) {
    const { correction_reference: reference, amount } = body;
    const isMade = voids.some((one) => one.correction_reference === reference);
    if (refused.has(reference) || (mode === "refuse" && !isMade)) {
      refused.add(reference);
      return answer(response, 422, {
        error: { code: "assigned", message: "The seats are taken." },
      });
    }
    if (await withoutCredit(mode, response)) return;
    if (!isMade) voids.push(body);
    if (mode === "lost after") return void response.destroy();
    if (mode === "hang after") return world.during(() => world.pass(RESPONSE_TIMEOUT_MS));
    if (mode === "killed after") return world.killRunning(response);
    const made = { void_id: `void-${reference}`, correction_reference: reference, amount };
    if (mode === "another reference") return answer(response, 200, { ...made, amount: {} });
    return answer(response, 200, made);
  }

  /** All credits with a reference. */
  function showCredits(reference: string, response: ServerResponse): void {
    if (nature.faulty || (!world.calm() && happens(world.random, 0.1))) {
      answer(response, 503, {});
      return;
    }
    const found = credits.filter((credit) => credit.partner_reference === reference);
    const created_at = new Date(world.clock.now()).toISOString();
    const shown = found.map((credit) => ({ ...credit, created_at }));
    answer(response, 200, { credits: shown, next_cursor: null });
  }

  const serve: Handler = async (request: ReceivedRequest, response) => {
    if (request.headers.authorization !== KEY) return answer(response, 401, {});
    const [, reference] = /^\/credits\?partner_reference=(.+)$/.exec(request.path) ?? [];
    if (reference !== undefined) return showCredits(reference, response);
    const body = JSON.parse(request.body);
    if (request.path.endsWith("/voids")) {
      const mode = chooseBehavior();
      world.note(`${name}: void ${mode}`);
      return handleVoid(body, mode, response);
    }
    if (request.path === "/credits") {
      const mode = chooseBehavior();
      world.note(`${name}: ${mode}`);
      return handleCredit(body, mode, response);
    }
    if (!world.calm() && happens(world.random, 0.1)) {
      world.note(`${name}: no fan`);
      return answer(response, 503, {});
    }
    const email = String(body.email).toLowerCase();
    const fan = fans.get(email) ?? `${name}-fan-${fans.size + 1}`;
    fans.set(email, fan);
    return answer(response, 200, { fan_account_id: fan });
  };
  return { name, nature, credits, voids, refused, serve };
}
