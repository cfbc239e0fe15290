/** The events of one simulation: faults first, then none until no work is left. */
import type { SimulatedDatabase } from "./database.ts";
import type { ServiceProcess } from "./process.ts";
import type { Scenario } from "./scenario.ts";
import { choose, happens } from "./weighted-random.ts";
import { PROCESSES } from "./world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** The possible actions, with their weights. */
const WEIGHTS = {
  step: 340,
  give: 9,
  "give in the portal": 6,
  "confirm again": 3,
  repeat: 4,
  "ask again": 5,
  read: 2,
  correct: 4,
  "decide corrections": 4,
  replay: 3,
  "replay all": 1,
  rotate: 1,
  "switch endpoint": 2,
  "close a batch": 2,
  download: 3,
  decide: 5,
  "decide again": 2,
  "ask for consent": 5,
  approve: 12,
  redeem: 20,
  unlink: 1,
  work: 40,
  dispatch: 30,
  tick: 5,
  "pass seconds": 9,
  "pass minutes": 5,
  "pass hours": 1,
  freeze: 7,
  thaw: 7,
  kill: 2,
  "lose a run": 1,
  // Only in simulations of the books.
  "record a payment": 0,
  "record it again": 0,
  "approve a payment": 0,
  "return a payment": 0,
  "close a statement": 0,
  "step the clock back": 0,
};

/** What simulations of the books have besides. */
export const BOOKS: Partial<Record<keyof typeof WEIGHTS, number>> = {
  ...{ give: 14, "record a payment": 14, "record it again": 4, "approve a payment": 6 },
  ...{ "return a payment": 3, "close a statement": 5, "step the clock back": 2 },
  ...{ "pass hours": 3, tick: 8 },
};

type Action = keyof typeof WEIGHTS;

/** Weights for `dispatch`: the rarer it is, the more jobs wait for it and the larger their groups. */
const DISPATCH = [3, 10, 30];

/** What a test makes more frequent, so that a situation comes up sooner. */
export type Emphasis = {
  likelihood?: Partial<Record<Action, number>>;
  /** Processes that are about to settle stall, and are overtaken. */
  overtakesSettlements?: boolean;
};

/** Runs this many random actions. */
export async function chaos(
  scenario: Scenario,
  database: SimulatedDatabase,
  actions: number,
  { likelihood, overtakesSettlements }: Emphasis = {},
) {
  const { world, banks, people, foundation, bookkeeper, lostPushes } = scenario;
  const { random, tasks } = world;
  world.setCalm(false);

  const ownTask = (process: ServiceProcess, name: string) =>
    tasks.of(process.name).some((task) => task.name === name);

  /** Per process, one of each kind at a time, like its real loops. */
  function startTurn(name: "work" | "dispatch" | "tick"): void {
    const free = world.awake().filter((process) => !ownTask(process, name));
    if (free.length === 0) return;
    const process = random.pick(free);
    tasks.add(process.name, name, async () => {
      await process[name]().catch((error: Error) => {
        world.note(`${process.name} ${name} failed: ${error.message}`);
      });
    });
  }

  /** Sends a request to one of the processes; if none runs, it fails. */
  function request(sender: { name: string }, name: string, work: () => Promise<void>): void {
    if (world.awake().length === 0) return;
    tasks.add(random.pick(world.awake()).name, `${sender.name} ${name}`, work);
  }

  /** Long periods pass only between tasks, since they would count as a suspension of a running one. */
  async function passIdle(ms: number): Promise<void> {
    for (const process of world.awake()) {
      for (const task of tasks.of(process.name)) {
        while (!task.ended && !task.dead) await world.step(task);
      }
    }
    await world.pass(ms);
  }

  async function finish(process: ServiceProcess, name: "work" | "dispatch"): Promise<void> {
    const task = tasks.add(process.name, name, () => process[name]().catch(() => {}));
    while (!task.ended && !task.dead) await world.step(task);
  }

  /** A process stalls between the platform's response and the settlement, until the others have done all due work. */
  async function overtakeSettlement(): Promise<void> {
    const settling = world
      .awake()
      .filter(({ name }) =>
        tasks.of(name).some(({ done, at }) => /platform/.test(done) && at === "begin"),
      );
    if (world.awake().length < 2 || settling.length === 0) return;
    const stalled = random.pick(settling);
    world.note(`${stalled.name} is overtaken`);
    stalled.frozen = true;
    await passIdle(MINUTE);
    for (let rounds = 0; rounds < 20; rounds++) {
      for (const process of world.awake()) await finish(process, "dispatch");
      for (const process of world.awake()) await finish(process, "work");
    }
    stalled.frozen = false;
  }

  const processor = { name: foundation.schoolId };
  const anyBank = () => random.pick(banks);
  const allEvents = () =>
    banks.flatMap(({ endpoints }) =>
      endpoints.flatMap(({ receiver }) => receiver.received.map(({ id }) => id)),
    );
  const allDonations = () =>
    banks.flatMap(({ gifts }) => gifts.flatMap(({ donationId }) => donationId ?? []));

  async function perform(action: Action): Promise<void> {
    const bank = anyBank();
    switch (action) {
      case "step": {
        const awake = new Set(world.awake().map(({ name }) => name));
        const waiting = tasks.waiting().filter(({ process }) => awake.has(process));
        if (waiting.length > 0) await world.step(random.pick(waiting));
        return;
      }
      case "give":
        return request(bank, "gives", bank.give);
      case "give in the portal": {
        const person = random.pick(people);
        return request(person, "gives", person.give);
      }
      case "confirm again": {
        const person = random.pick(people);
        return request(person, "confirms again", person.repeat);
      }
      case "repeat":
        return request(bank, "repeats", bank.repeat);
      case "ask again": {
        const unanswered = bank.unanswered();
        if (unanswered.length === 0) return;
        const gift = random.pick(unanswered);
        return request(bank, "asks again", () => bank.retry(gift));
      }
      case "read": {
        if (allDonations().length === 0) return;
        const id = random.pick(allDonations());
        return request(bank, "reads", () => bank.read(id));
      }
      case "correct":
        return request(bank, "corrects", bank.correct);
      case "decide corrections":
        return request(processor, "decides corrections", foundation.decideCorrections);
      case "replay": {
        if (allEvents().length === 0) return;
        const id = random.pick(allEvents());
        return request(bank, "replays", () => bank.replay(id));
      }
      case "replay all":
        return request(bank, "replays all", () => bank.replayAll());
      case "rotate":
        return bank.rotate(random.pick(bank.endpoints));
      case "switch endpoint": {
        const others = bank.endpoints.slice(1);
        if (others.length === 0) return;
        return bank.set(random.pick(others), happens(random, 0.5) ? "enabled" : "disabled");
      }
      case "close a batch":
        return request(processor, "closes a batch", foundation.close);
      case "download":
        return request(processor, "downloads", foundation.download);
      case "decide":
        return request(processor, "decides", foundation.decide);
      case "decide again":
        return request(processor, "decides again", foundation.repeat);
      case "ask for consent":
        return request(bank, "asks for consent", bank.consents.ask);
      case "approve":
        return request(bank, "has a customer who approves", bank.consents.approve);
      case "redeem":
        return request(bank, "redeems", bank.consents.redeem);
      case "unlink":
        return request(bank, "ends a link", bank.consents.unlink);
      case "work":
      case "dispatch":
      case "tick":
        return startTurn(action);
      case "pass seconds":
        return world.pass(random.below(8 * SECOND));
      case "pass minutes":
        return passIdle(random.below(10 * MINUTE));
      case "pass hours":
        return passIdle(random.below(6 * HOUR));
      case "freeze": {
        if (world.awake().length < 2) return;
        const process = random.pick(world.awake());
        world.note(`${process.name} stalls`);
        process.frozen = true;
        // Long enough for its leases to expire.
        return passIdle(10 * SECOND + random.below(MINUTE));
      }
      case "thaw":
        for (const name of PROCESSES) if (!world.processes.has(name)) await world.start(name);
        for (const process of world.processes.values()) process.frozen = false;
        return;
      case "kill":
        if (world.awake().length > 0) await world.kill(random.pick(world.awake()).name);
        return;
      case "lose a run":
        return loseRun();
      case "record a payment":
        return request(bookkeeper, "records", bookkeeper.record);
      case "record it again":
        return request(bookkeeper, "records again", bookkeeper.repeat);
      case "approve a payment":
        return request(bookkeeper, "approves", bookkeeper.approve);
      case "return a payment":
        return request(bookkeeper, "returns", bookkeeper.returnOne);
      case "close a statement":
        return request(bookkeeper, "closes", bookkeeper.close);
      case "step the clock back":
        return world.clock.stepDatabaseBack(random.below(20 * SECOND));
    }
  }

  /** Loses a run, as a queue without durability would: the sweep must notice. */
  async function loseRun(): Promise<void> {
    const { rows } = await database.control.query<{ event: string }>(
      `delete from executor_run where id = (
         select id from executor_run where status = 'running' order by created_at, id
         offset $1 limit 1) returning event`,
      [random.below(5)],
    );
    for (const { event } of rows) {
      const { name, data } = JSON.parse(event);
      world.note(`a run is lost: ${name}`);
      for (const { donation_id } of data.items ?? []) {
        if (donation_id) lostPushes.add(donation_id);
      }
    }
  }

  for (const name of PROCESSES) await world.start(name);
  const weights = { ...WEIGHTS, dispatch: random.pick(DISPATCH), ...likelihood };
  for (let count = 0; count < actions; count++) {
    await perform(choose(random, weights));
    if (overtakesSettlements) await overtakeSettlement();
  }
}
