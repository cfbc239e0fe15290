/** Several processes on one database, one of which is killed under load. */
import { afterEach, it } from "vitest";
import { Application, eventually } from "./application.ts";
import { expectEverythingOnce, isNotified, prepareForAll, startBank } from "./storm.ts";

const QUICK = {
  PUSH_RETRY_SCHEDULE: "0s,500ms,1s",
  WEBHOOK_RETRY_SCHEDULE: "0s,1s,1s,2s,5s,5s",
  LOG_LEVEL: "debug",
};
const MIN_RUNS_EACH = 10;

/** The number of runs that a process completed, according to its log. */
const runsOf = (app: Application) => (app.output.match(/"msg":"run: completed"/g) ?? []).length;

type Several = {
  /** Numbers of processes, one test for each. */
  counts: number[];
  /** The time limit for the others to complete what was accepted before the kill. */
  takeOverMs: number;
};

async function startOther(first: Application): Promise<Application> {
  const other = new Application({ ...QUICK, ...first.sharedSettings() });
  await other.start();
  return other;
}

/** Defines the tests. @returns the surviving process, its environment, and its accepted donations */
export function severalProcessesTests({ counts, takeOverMs }: Several) {
  const first = new Application(QUICK);
  const stage = prepareForAll(first);
  /** Every donation so far, from all tests. */
  const accepted: string[] = [];
  let others: Application[] = [];

  afterEach(async () => {
    for (const other of others) await other.remove();
    others = [];
  });

  it.each(counts)(
    "%i processes share one database: nothing is done twice, the work is shared, and the others take over from one that dies",
    async (count) => {
      while (others.length < count - 1) others.push(await startOther(first));
      const all = [first, ...others];
      const before = all.map(runsOf);
      const bank = startBank(all, stage, { clients: 9, prefix: `${count}-processes` });
      const victim = all.at(-1);
      // While all of them are running, each takes part, no matter how busy the machine is.
      const shares = () => all.map((app, index) => runsOf(app) - (before[index] ?? 0));
      await eventually(
        () => Math.min(...shares()) >= MIN_RUNS_EACH || undefined,
        `each completes ${MIN_RUNS_EACH} runs`,
      );
      await victim?.kill();
      const acceptedBefore = [...bank.accepted.values()];
      await eventually(
        () => bank.accepted.size > acceptedBefore.length || undefined,
        "they keep accepting",
      );
      accepted.push(...(await bank.stop()));
      await eventually(
        () => isNotified(stage, acceptedBefore) || undefined,
        "the others finish what was accepted before one died",
        takeOverMs,
      );
      await expectEverythingOnce(first, stage, accepted);
    },
  );

  return { first, stage, accepted };
}
