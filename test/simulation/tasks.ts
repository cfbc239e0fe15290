/**
 * What goes on at the same time, one step after another. A task runs until it is about to use the
 * database or waits for somebody else; then the simulation decides who goes on. So a seed decides all
 * that is left to chance in a real system: who is first, who stalls, and who dies where.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";

export type Task = {
  name: string;
  /** The simulated process that it runs in. */
  process: string;
  /** What it is about to do. */
  at: string;
  ended: boolean;
  /** Killed with its process: it never goes on. */
  dead: boolean;
  /** True while it waits for an answer to a request, which may be cut short from outside. */
  away: boolean;
  /** What cuts its latest request short. */
  limit?: AbortController | undefined;
  /** The connection with its open transaction: within, nobody else goes on. */
  transaction?: pg.PoolClient | undefined;
  /** The connections that it has in hand. */
  clients: Set<pg.PoolClient>;
  go?: (() => void) | undefined;
  /** Those who wait for it to stand still. */
  watchers: (() => void)[];
};

export type Tasks = ReturnType<typeof createTasks>;

/** So long, in real milliseconds, a step may take before it counts as stuck. */
const STUCK_MS = 60_000;

const inside = new AsyncLocalStorage<Task>();

/** The task that this is called in, if it is one. */
export const currentTask = () => inside.getStore();

/** A promise that is never kept: how a dead process goes on. */
export const never = () => new Promise<never>(() => {});

/** Makes the list of all tasks of one simulation. */
export function createTasks() {
  let tasks: Task[] = [];
  let running: Task | undefined;

  /** The next time that the task stands still. */
  const arrival = (task: Task) =>
    new Promise<void>((resolve) => {
      task.watchers.push(resolve);
    });

  function standsStill(task: Task): void {
    task.away = false;
    for (const watcher of task.watchers.splice(0)) watcher();
  }

  /** Stands still until the simulation lets the task go on. */
  async function pause(task: Task, at: string): Promise<void> {
    if (task.dead) return never();
    task.at = at;
    const released = new Promise<void>((resolve) => {
      task.go = resolve;
    });
    standsStill(task);
    return released;
  }

  async function step(task: Task): Promise<void> {
    const go = task.go;
    if (!go) throw new Error(`${task.name} stands still without waiting at ${task.at}`);
    task.go = undefined;
    const still = arrival(task);
    running = task;
    go();
    const given = new AbortController();
    const stuck = setTimeout(STUCK_MS, "stuck", { signal: given.signal }).catch(() => undefined);
    if ((await Promise.race([still, stuck])) === "stuck") {
      throw new Error(`${task.process} ${task.name} is stuck after ${task.at}`);
    }
    given.abort();
    running = undefined;
  }

  return {
    pause,
    /** Stands still within a request that it has made. */
    async hold(task: Task): Promise<void> {
      const held = pause(task, "an answer that takes long");
      task.away = true;
      return held;
    },
    step,
    arrival,
    /** The one task that is going on; everything that happens now is its doing. */
    running: () => running,
    /** Those that could go on. */
    waiting: () => tasks.filter(({ go }) => go !== undefined),
    of: (process: string) => tasks.filter((task) => task.process === process),

    /** Adds a task; it stands still at its beginning. */
    add(process: string, name: string, work: () => Promise<void>): Task {
      const task: Task = {
        ...{ name, process, at: "its beginning", clients: new Set() },
        ...{ ended: false, dead: false, away: false, watchers: [] },
      };
      tasks.push(task);
      void inside.run(task, async () => {
        await pause(task, task.at);
        await work();
        if (task.dead) return;
        task.ended = true;
        tasks = tasks.filter((other) => other !== task);
        standsStill(task);
      });
      return task;
    },

    /** Lets one go on to its end. */
    async finish(task: Task): Promise<void> {
      while (!(task.ended || task.dead)) await step(task);
    },

    /** Ends a process at once. @returns what its tasks have left in hand */
    kill(process: string): pg.PoolClient[] {
      const killed = tasks.filter((task) => task.process === process);
      tasks = tasks.filter((task) => task.process !== process);
      for (const task of killed) {
        task.dead = true;
        task.go = undefined;
        standsStill(task);
      }
      return killed.flatMap(({ clients }) => [...clients]);
    },
  };
}
