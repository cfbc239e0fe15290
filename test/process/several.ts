/** Several processes on one database, one of which is killed under load. */
import { afterEach, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { expectEverythingOnce, isTold, prepareForAll, startBank } from "./storm.ts";

const QUICK = {
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s,5s",
  LOG_LEVEL: "debug",
};
const EACH_AT_LEAST = 10;

/** How many runs a process has brought to their end, by its own log. */
const runsOf = (app: Application) => (app.output.match(/"msg":"run: completed"/g) ?? []).length;

type Several = {
  /** How many processes, one test for each. */
  counts: number[];
  /** How soon the others have finished what was accepted before one was killed. */
  takeOverMs: number;
};

async function startBeside(first: Application): Promise<Application> {
  const other = new Application({ ...QUICK, ...first.sharedSettings() });
  await other.start();
  return other;
}

/** Adds the tests. @returns the process that has survived them all, what it works with, and what it has accepted */
export function severalProcessesTests({ counts, takeOverMs }: Several) {
  const first = new Application(QUICK);
  const stage = prepareForAll(first);
  /** Every donation so far, of all tests. */
  const accepted: string[] = [];
  let others: Application[] = [];

  afterEach(async () => {
    for (const other of others) await other.remove();
    others = [];
  });

  it.each(counts)(
    "%i processes share one database: nothing is done twice, the work spreads, and one that dies is replaced by the others",
    async (count) => {
      while (others.length < count - 1) others.push(await startBeside(first));
      const all = [first, ...others];
      const before = all.map(runsOf);
      const bank = startBank(all, stage, { clients: 9, prefix: `${count}-processes` });
      const victim = all.at(-1);
      // While all of them live: each takes part, however busy the machine is.
      const shares = () => all.map((app, index) => runsOf(app) - (before[index] ?? 0));
      await eventually(
        () => Math.min(...shares()) >= EACH_AT_LEAST || undefined,
        `each brings ${EACH_AT_LEAST} runs to their end`,
      );
      await victim?.kill();
      const begun = [...bank.accepted.values()];
      await eventually(
        () => bank.accepted.size > begun.length || undefined,
        "they go on accepting",
      );
      accepted.push(...(await bank.stop()));
      await eventually(
        () => isTold(stage, begun) || undefined,
        "the others finish what was accepted before one died",
        takeOverMs,
      );
      await expectEverythingOnce(first, stage, accepted);
    },
  );

  return { first, stage, accepted };
}
