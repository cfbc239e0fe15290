/** The end of a simulation, without faults: everything that was accepted must finish on its own. */
import type { SimulatedDatabase } from "./database.ts";
import type { Scenario } from "./scenario.ts";
import { PROCESSES } from "./world.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Recurring donations become due within a month. */
const UNTIL_DUE_AGAIN_MS = 32 * DAY;
/** Far more waits than any schedule has. */
const MAX_WAITS = 1_000;

/** After this many turns without a change, due work is waiting for something. */
const MAX_IDLE_TURNS = 50;

/** Unfinished work. Flagged pushes to a platform that never recovers don't count, nor do their groups. */
const UNFINISHED = `
  select
    (select count(*) from outbox) as "queuedJobs",
    (select count(*) from executor_run where due_at <= now()) as due,
    (select count(*) from credit join donation on donation.id = donation_id
      where credit.status = 'pending' and not (school_id = any($1) and flagged_at is not null)
    ) as credits,
    (select count(*) from gift_batch_line where decided_at is null and donation_id is not null)
      + (select count(*) from correction where status = 'pending' and awaits_foundation) as undecided,
    (select count(*) from correction where status = 'pending' and not school_id = any($1)) as corrections,
    (select count(*) from webhook_delivery where status = 'pending') as deliveries,
    (select count(*) from event_replay where status = 'pending') as replays,
    (select count(*) from gift_authorization where status in ('requested', 'approved')) as authorizations,
    (select count(*) from executor_run where status = 'running'
      and not coalesce(event::json->'data'->>'school_id' = any($1), false) and not exists (
      select from json_array_elements(event::json->'data'->'items') as item
      where item->>'school_id' = any($1))) as runs,
    (select ceil(extract(epoch from min(due_at) - now()) * 1000) from executor_run
      where due_at > now()) as "nextMs"`;

type Unfinished = {
  queuedJobs: number;
  due: number;
  credits: number;
  undecided: number;
  corrections: number;
  deliveries: number;
  replays: number;
  authorizations: number;
  runs: number;
  nextMs: string | null;
};

/** Lets all work of a scenario finish without faults. */
export function createQuiescer(scenario: Scenario, database: SimulatedDatabase) {
  const { world, banks, people, foundation, platformOf } = scenario;
  const { random, tasks } = world;
  const faulty = [...platformOf].flatMap(([school, { nature }]) => (nature.faulty ? [school] : []));
  let tickedAt = 0;

  async function finishAll(): Promise<void> {
    for (let task = tasks.waiting()[0]; task; task = tasks.waiting()[0]) await world.step(task);
  }

  /** Runs something in one of the processes, from beginning to end. */
  async function run(name: string, work: () => Promise<void>): Promise<void> {
    tasks.add(random.pick(world.awake()).name, name, work);
    await finishAll();
  }

  const turn = (name: "work" | "dispatch" | "tick") => {
    const process = random.pick(world.awake());
    tasks.add(process.name, name, process[name]);
    return finishAll();
  };

  async function readUnfinished(): Promise<Unfinished> {
    const { rows } = await database.control.query<Unfinished>(UNFINISHED, [faulty]);
    return rows[0] as Unfinished;
  }

  async function tick(): Promise<void> {
    tickedAt = world.clock.now();
    await turn("tick");
  }

  /**
   * Does everything that can be done now. A due run may have to wait for the lease of a killed process, which holds
   * its only slot.
   * @returns the work left for later
   */
  async function finishDueWork(): Promise<Unfinished> {
    let before = "";
    let idleTurns = 0;
    for (let turns = 0; turns < 1_000; turns++) {
      const left = await readUnfinished();
      const now = JSON.stringify(left);
      idleTurns = now === before ? idleTurns + 1 : 0;
      before = now;
      if (left.queuedJobs > 0) await turn("dispatch");
      else if (left.due > 0 && idleTurns < MAX_IDLE_TURNS) await turn("work");
      else return left;
    }
    throw new Error(`due work never ends: ${JSON.stringify(await readUnfinished())}`);
  }

  /** Advances the schedules until nothing is left to do. */
  async function settle(): Promise<void> {
    for (let waits = 0; waits < MAX_WAITS; waits++) {
      const left = await finishDueWork();
      const { credits, undecided, corrections, deliveries, replays, authorizations, runs } = left;
      if (undecided > 0) {
        await run(`${foundation.schoolId} finishes`, foundation.finish);
        continue;
      }
      if (credits + corrections + deliveries + replays + authorizations + runs === 0) return;
      // If nothing is scheduled that would finish it, the sweep must find it.
      await world.pass(Number(left.nextMs ?? 6 * MINUTE));
      if (world.clock.now() - tickedAt >= 5 * MINUTE) await tick();
    }
    throw new Error(`the simulation doesn't settle: ${JSON.stringify(await readUnfinished())}`);
  }

  return {
    /** Stops the faults, and lets everything finish. */
    async finishAllWork(): Promise<void> {
      world.setCalm(true);
      for (const name of PROCESSES) if (!world.processes.has(name)) await world.start(name);
      for (const process of world.processes.values()) process.frozen = false;
      await finishAll();
      for (const bank of banks) {
        for (const gift of bank.unanswered()) {
          await run(`${bank.name} asks again`, () => bank.retry(gift));
        }
      }
      for (const person of people) {
        for (const gift of person.unanswered()) {
          await run(`${person.name} confirms again`, () => person.confirm(gift));
        }
      }
      await settle();
    },

    /** Recurring donations become due, and the banks are notified. */
    async makeRecurrencesDue(): Promise<void> {
      await world.pass(UNTIL_DUE_AGAIN_MS);
      await tick();
      await settle();
    },

    /** The banks fix their receivers and replay everything that they may have missed. */
    async replayMissed(): Promise<void> {
      for (const bank of banks) {
        for (const endpoint of bank.endpoints) {
          if (endpoint.receiver.nature !== "sound") continue;
          if (!endpoint.alwaysEnabled) await bank.set(endpoint, "enabled");
          await run(`${bank.name} replays`, () => bank.replayAll(endpoint));
          // Only a few of a bank's replays may run at a time.
          await settle();
        }
      }
      await settle();
    },
  };
}
