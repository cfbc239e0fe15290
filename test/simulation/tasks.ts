/**
 * Concurrent tasks, one step at a time. A task runs until it is about to use the database or waits for someone else;
 * then the simulation chooses the next task. So the seed decides everything that is random in a real system: order,
 * stalls, and crashes.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { setTimeout } from "node:timers/promises";
import type pg from "pg";

export type Task = {
  name: string;
  /** The simulated process that it runs in. */
  process: string;
  /** What it did last. */
  done: string;
  /** What it is about to do. */
  at: string;
  ended: boolean;
  /** Killed with its process: it never continues. */
  dead: boolean;
  /** True while it waits for a response, which can be aborted from outside. */
  away: boolean;
  /** Aborts its latest request. */
  limit?: AbortController | undefined;
  /** The connection with its open transaction, during which no other task runs. */
  transaction?: pg.PoolClient | undefined;
  /** The connections that it holds. */
  clients: Set<pg.PoolClient>;
  resume?: (() => void) | undefined;
  /** Waiters for its next pause. */
  watchers: (() => void)[];
};

export type Tasks = ReturnType<typeof createTasks>;

/** How long a step may take, in real milliseconds, before it counts as stuck. */
const STUCK_MS = 60_000;

const inside = new AsyncLocalStorage<Task>();

/** The current task, if any. */
export const currentTask = () => inside.getStore();

/** Does work that no task does. */
export const outsideTasks = <T>(work: () => T): T => inside.exit(work);

/** A promise that never settles: how a dead process continues. */
export const never = () => new Promise<never>(() => {});

/** Creates the task list of one simulation. */
export function createTasks() {
  let tasks: Task[] = [];
  let running: Task | undefined;

  /** The task's next pause. */
  const nextPause = (task: Task) =>
    new Promise<void>((resolve) => {
      task.watchers.push(resolve);
    });

  function markPaused(task: Task): void {
    task.away = false;
    for (const watcher of task.watchers.splice(0)) watcher();
  }

  /** Pauses until the simulation resumes the task. */
  async function pause(task: Task, at: string): Promise<void> {
    if (task.dead) return never();
    task.done = task.at;
    task.at = at;
    const released = new Promise<void>((resolve) => {
      task.resume = resolve;
    });
    markPaused(task);
    return released;
  }

  async function step(task: Task): Promise<void> {
    const resume = task.resume;
    if (!resume) throw new Error(`${task.name} isn't paused at ${task.at}`);
    task.resume = undefined;
    const paused = nextPause(task);
    running = task;
    resume();
    const timer = new AbortController();
    const stuck = setTimeout(STUCK_MS, "stuck", { signal: timer.signal }).catch(() => undefined);
    if ((await Promise.race([paused, stuck])) === "stuck") {
      throw new Error(`${task.process} ${task.name} is stuck after ${task.at}`);
    }
    timer.abort();
    running = undefined;
  }

  return {
    pause,
    /** Pauses during a request that it has made. */
    async hold(task: Task): Promise<void> {
      const held = pause(task, "a slow response");
      task.away = true;
      return held;
    },
    step,
    nextPause,
    /** The running task, which causes everything that happens now. */
    running: () => running,
    /** Tasks that can be resumed. */
    waiting: () => tasks.filter(({ resume }) => resume !== undefined),
    of: (process: string) => tasks.filter((task) => task.process === process),

    /** Adds a task, paused at its beginning. */
    add(process: string, name: string, work: () => Promise<void>): Task {
      const task: Task = {
        name,
        process,
        done: "",
        at: "its beginning",
        ended: false,
        dead: false,
        away: false,
        clients: new Set(),
        watchers: [],
      };
      tasks.push(task);
      void inside.run(task, async () => {
        await pause(task, task.at);
        await work();
        if (task.dead) return;
        task.ended = true;
        tasks = tasks.filter((other) => other !== task);
        markPaused(task);
      });
      return task;
    },

    /** Runs a task to its end. */
    async finish(task: Task): Promise<void> {
      while (!(task.ended || task.dead)) await step(task);
    },

    /** Kills a process. @returns the connections that its tasks held */
    kill(process: string): pg.PoolClient[] {
      const killed = tasks.filter((task) => task.process === process);
      tasks = tasks.filter((task) => task.process !== process);
      for (const task of killed) {
        task.dead = true;
        task.resume = undefined;
        markPaused(task);
      }
      return killed.flatMap(({ clients }) => [...clients]);
    },
  };
}
