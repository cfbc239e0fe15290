/** Runs one simulation from its seed to its result. */
import { randomInt } from "node:crypto";
import { afterAll, beforeAll, vi } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { chaos, type Emphasis } from "./chaos.ts";
import {
  openSimulatedDatabase,
  type Sabotage,
  type SimulatedDatabase,
  type StatementFault,
} from "./database.ts";
import { brokenBooks, readDatabaseState } from "./database-state.ts";
import { type OutsideWorld, openOutsideWorld } from "./http.ts";
import { missingWebhooks, violations } from "./invariants.ts";
import type { PlatformNature } from "./platform.ts";
import { createQuiescer } from "./quiesce.ts";
import { type Scenario, setUpScenario } from "./scenario.ts";
import { createWorld, PROCESSES } from "./world.ts";

/** How many of the history's last lines a failure shows. */
const HISTORY_SHOWN = 400;

export type Verdict = { seed: number; wrong: string[]; history: string[]; donations: number };

/** An injected bug, which the invariants must notice. */
export type InjectedBug = Emphasis & {
  platforms?: PlatformNature;
  sabotage?: Sabotage;
  /** Instead of chaos, there is one gift. Decides what happens to each of its statements. */
  fault?: (statement: string) => StatementFault;
};

/** A bank gives once, and everything that follows happens at once, up to a fault. */
async function giveOnce({ world, banks }: Scenario): Promise<void> {
  for (const name of PROCESSES) await world.start(name);
  world.setCalm(false);
  world.tasks.add(PROCESSES[0], "gives", banks[1]?.give as () => Promise<void>);
  for (let task = world.tasks.waiting()[0]; task; task = world.tasks.waiting()[0])
    await world.step(task);
  // What it released is written, too.
  for (const process of world.awake()) {
    const renew = () => process.renewLeases().catch(() => {});
    const task = world.tasks.add(process.name, "renew leases", renew);
    while (!task.ended && !task.dead) await world.step(task);
  }
}

/** The seeds from the environment, which replace a test's own. */
export const envSeeds = (): number[] =>
  (process.env.SIMULATION_SEED ?? "").split(",").filter(Boolean).map(Number);

/** The seeds that every release is tested with. */
export const FIXED_SEEDS = Array.from({ length: 25 }, (_, index) => index + 1);

/** New seeds. */
export const freshSeeds = (count: number): number[] =>
  Array.from({ length: count }, () => randomInt(2 ** 31));

/** The resources of a test file; opened before its first test and closed after its last. */
export function prepareSimulations() {
  let database: SimulatedDatabase;
  let outside: OutsideWorld;

  beforeAll(async () => {
    database = await openSimulatedDatabase();
    outside = await openOutsideWorld();
    pool.replace(database.pool);
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.spyOn(AbortSignal, "timeout");
  });

  afterAll(async () => {
    vi.useRealTimers();
    vi.restoreAllMocks();
    pool.reset();
    outside.close();
    await database.close();
  });

  /** Runs a simulation. */
  return async function simulate(seed: number, bug: InjectedBug = {}): Promise<Verdict> {
    const world = await createWorld(database, seed, bug.sabotage, bug.fault);
    const scenario = await setUpScenario(world, database, outside, bug.platforms);
    const wrong: string[] = [];
    world.clock.atMidnight(async () => {
      wrong.push(...(await brokenBooks(database.control)).map((line) => `at midnight: ${line}`));
    });
    const check = async (stage: string, extra: typeof violations = () => []) => {
      const state = await readDatabaseState(database.control);
      for (const line of [...violations(scenario, state), ...extra(scenario, state)]) {
        wrong.push(`${stage}: ${line}`);
      }
      return state;
    };
    try {
      if (bug.fault) await giveOnce(scenario);
      else await chaos(scenario, database, 200 + world.random.below(400), bug);
      const quiescer = createQuiescer(scenario, database);
      await quiescer.finishAllWork();
      const { donations } = await check("at rest");
      if (donations.some(({ recurring }) => recurring)) await quiescer.makeRecurrencesDue();
      await quiescer.replayMissed();
      await check("at the end", missingWebhooks);
      outside.check();
    } catch (error) {
      wrong.push(String((error as Error).stack));
    } finally {
      // What hasn't ended would keep its connections from the simulations that follow.
      for (const name of PROCESSES) await world.kill(name);
    }
    const donations = scenario.banks.flatMap(({ gifts }) => gifts).length;
    return { seed, wrong, history: world.history, donations };
  };
}

/** The report of a failure: the violations, how to reproduce it, and the history. */
export function reportOf({ seed, wrong, history }: Verdict): string {
  const omitted = history.length - HISTORY_SHOWN;
  return [
    `Simulation ${seed}:`,
    ...wrong.map((line) => `  ${line}`),
    `SIMULATION_SEED=${seed} npm test -- simulation    replays it`,
    ...(omitted > 0 ? [`(${omitted} earlier lines omitted)`] : []),
    ...history.slice(-HISTORY_SHOWN),
  ].join("\n");
}
