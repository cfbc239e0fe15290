/** The state of one simulation: time, tasks, processes, and history. */
import type { ServerResponse } from "node:http";
import { vi } from "vitest";
import { separateBatchesBy } from "#lib/batch.ts";
import { slotsInUse } from "#lib/donations/authorize/mutations.ts";
import { FairQueue } from "#lib/fair-queue.ts";
import type { Begin } from "#lib/jobs/attempts.ts";
import { EMBEDDED, engineState, localEngine, REMOTE } from "#lib/jobs/engines.ts";
import { perProcess } from "#lib/singleton.ts";
import { type Random, randomOf } from "#test/random.ts";
import { BEGINNING, createClock } from "./clock.ts";
import type { Sabotage, SimulatedDatabase, StatementFault, Supervisor } from "./database.ts";
import { type ServiceProcess, startProcess } from "./process.ts";
import { createTasks, currentTask, type Task } from "./tasks.ts";
import { happens } from "./weighted-random.ts";

export type World = Awaited<ReturnType<typeof createWorld>>;

/** How often leases are renewed, like the executor's heartbeat. */
const HEARTBEAT_MS = 3_000;
export const PROCESSES = ["one", "two"] as const;

/** Probabilities per statement of a task. */
const STATEMENT_FAULTS: [StatementFault, number][] = [
  ["cut before", 0.006],
  ["cut after", 0.006],
  ["kill before", 0.002],
  ["kill after", 0.002],
];

/**
 * Creates a world without history.
 * @param sabotage changes statements
 * @param planned the fault of each statement, in place of random ones
 */
export async function createWorld(
  database: SimulatedDatabase,
  seed: number,
  sabotage?: Sabotage | undefined,
  planned?: ((statement: string) => StatementFault) | undefined,
) {
  const random: Random = randomOf(seed, "simulation");
  /** An Inngest server's groups are larger, and stored first. */
  const engine = happens(randomOf(seed, "engine"), 0.3) ? REMOTE : EMBEDDED;
  const tasks = createTasks();
  const history: string[] = [];
  const processes = new Map<string, ServiceProcess>();
  let calm = true;
  let busy: Promise<void> = Promise.resolve();

  const supervisor: Supervisor = {
    sabotage,
    pause: tasks.pause,
    fault(task, statement) {
      const fault = calm ? undefined : planned ? planned(statement) : faultOf();
      note(`${task.process} ${task.name}: ${statement}${fault ? ` — ${fault}` : ""}`);
      return fault;
    },
    refusesConnection(task) {
      const refuses = !calm && !planned && happens(random, 0.003);
      if (refuses) note(`${task.process} ${task.name}: no connection`);
      return refuses;
    },
    killProcessOf(task) {
      busy = kill(task.process);
      return busy;
    },
  };
  // Otherwise what an earlier simulation cached would save a statement, and the seed alone wouldn't decide.
  perProcess("school looks", () => ({})).reset();
  engineState().isRegistered = false;
  await database.begin(supervisor);
  const clock = createClock(database.setTime);
  await database.setTime(clock.now());

  function note(line: string): void {
    history.push(`${((clock.now() - BEGINNING) / 1_000).toFixed(3)} ${line}`);
  }

  function faultOf(): StatementFault {
    return STATEMENT_FAULTS.find(([, probability]) => happens(random, probability))?.[0];
  }

  // What the scenario does by itself goes through the outbox, as the operator's commands do.
  localEngine().prepare = (jobs) =>
    engine.isRemote ? undefined : processes.get(currentTask()?.process ?? "")?.prepare(jobs);

  // A paused task must not block another's batch or file.
  separateBatchesBy(currentTask);
  // Real threads would take real time.
  const threads = () => ({ run: async () => new Uint8Array() });
  perProcess("drawing threads", threads).replace(threads());
  const unlimited = () => new FairQueue({ concurrency: 1_000, waiting: 1_000 });
  for (const queue of ["files in progress", "turns of files", "drawing queue"])
    perProcess(queue, unlimited).replace(unlimited());

  // A request's timeout uses simulated time, and ends before anything else continues.
  vi.mocked(AbortSignal.timeout).mockImplementation((ms) => {
    const timeout = new AbortController();
    const task = currentTask();
    // A killed process doesn't retry when its connection breaks.
    if (task?.dead) throw new Error("a killed process sends no requests");
    if (task) task.limit = timeout;
    clock.timer(ms, () => {
      // An older timeout belongs to a request that has ended.
      const aborted = task?.away && task.limit === timeout ? tasks.nextPause(task) : undefined;
      timeout.abort(new DOMException("The operation timed out.", "TimeoutError"));
      return aborted;
    });
    return timeout.signal;
  });

  /** Kill -9: its tasks never continue, its connections break, and nothing is written. */
  async function kill(name: string): Promise<void> {
    note(`${name} is killed`);
    processes.delete(name);
    await database.abandon(tasks.kill(name));
    // Its count is lost with it. The other process then starts from zero, too, which only allows more.
    slotsInUse.reset();
  }

  /** Runs a group's attempts one after another. */
  const sequentially: Begin = async (attempts) => {
    const results: Awaited<ReturnType<Begin>> = [];
    for (const begin of attempts) results.push(...(await Promise.allSettled([begin()])));
    return results as never;
  };

  const awake = () => [...processes.values()].filter(({ frozen }) => !frozen);

  return {
    random,
    clock,
    tasks,
    history,
    processes,
    awake,
    note,
    kill,
    calm: () => calm,
    /** Whether faults happen from now on. */
    setCalm(now: boolean): void {
      calm = now;
    },

    async start(name: string): Promise<void> {
      note(`${name} starts`);
      const spawn = (work: () => Promise<void>) => void tasks.add(name, "run", work);
      processes.set(name, await startProcess(name, clock, sequentially, engine, spawn));
    },

    /** Advances the time. Awake processes renew their leases. */
    async pass(ms: number): Promise<void> {
      const working = awake().filter(({ name }) => tasks.of(name).length > 0);
      const stepMs = working.length > 0 ? HEARTBEAT_MS : ms;
      for (let remaining = ms; remaining > 0; remaining -= stepMs) {
        await clock.advance(Math.min(stepMs, remaining));
        for (const process of awake()) await process.renewLeases();
      }
    },

    /** Resumes a task until its next pause, and waits for everything that it triggers. */
    async step(task: Task): Promise<void> {
      await tasks.step(task);
      await busy;
    },

    /** Slow work by an external server, during which the requesting task is paused or gives up. */
    during(work: (stillAsked: () => boolean) => Promise<void>): Promise<void> {
      const task = tasks.running();
      busy = work(() => task?.away ?? false);
      return busy;
    },

    /** Pauses the requesting task until it is chosen again. */
    async hold(): Promise<void> {
      const task = tasks.running();
      if (task) await tasks.hold(task);
    },

    /** Kills the requesting process before it gets its response. */
    async killRunning(response: ServerResponse): Promise<void> {
      const task = tasks.running();
      busy = task ? kill(task.process) : Promise.resolve();
      await busy;
      response.destroy();
    },
  };
}
