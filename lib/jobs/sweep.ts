/**
 * Unfinished work: pushes, deliveries, replays, emails. Each row says when it is due next. If it is long
 * overdue, its run was lost, and the work is enqueued again. This raises the row's generation, and runs of
 * older generations end themselves: at most one continues, however often work is requeued.
 */
import { run } from "../database/run.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { enqueue, type Job, type JobName, type Jobs } from "./enqueue.ts";
import {
  type HeldMember,
  holdLonger,
  type Member,
  raiseGeneration,
  remainingHold,
  type Selection,
  type WorkTable,
} from "./sql.ts";

/** Work that is this late was lost: retries happen much sooner. In milliseconds. */
export const LATE_BY_MS = 5 * 60_000;

/** One kind of work, and the job that does it. */
export type Work<Name extends JobName = JobName> = WorkTable<Jobs[Name]> & { job: Name };

/**
 * Enqueues unfinished work again. Named rows restart their schedule; late rows continue theirs. Finished
 * work is not touched.
 * @returns the number of rows
 */
export function requeue<Name extends JobName>(
  work: Work<Name>,
  selection: Exclude<Selection, { members: Member[] }>,
): Promise<number> {
  return transaction((tx) => requeueIn(tx, work, selection));
}

/** The same in a transaction. */
export async function requeueIn<Name extends JobName>(
  tx: Transaction,
  work: Work<Name>,
  selection: Exclude<Selection, { members: Member[] }>,
): Promise<number> {
  const rows = await run(raiseGeneration(work, selection), tx);
  const jobs = rows.map(({ data, generation, attemptCount }) => {
    const attempt = "ids" in selection ? 1 : attemptCount + 1;
    const request = { generation, attempt, ...recorded(attemptCount) };
    return { name: work.job, data: { ...data, ...request } } as Job;
  });
  await enqueue(tx, jobs);
  return rows.length;
}

/**
 * How long work is held for a process whose first attempt has no response yet. The process holds it for longer
 * while it waits, so this is how soon another one continues after a crash.
 */
export const HOLD_MS = 10_000;

/**
 * How a member continues: with its first attempt, or after the failure of that; `as recorded` if only the
 * database knows which. `held`: its process still waits for the response to the first attempt. `held here`: the
 * same, and that process alone continues it; if it dies, a sweep does.
 */
export type Continuation =
  | "from the first"
  | "after a failure"
  | "as recorded"
  | "held"
  | "held here";

const recorded = (attempts: number) => (attempts > 0 ? { attempts_before: attempts } : {});

/** A member, and how many attempts were recorded when it was enqueued. */
export type Counted = Member & { attemptsBefore?: number };

/**
 * Enqueues members of a group as work of their own.
 * @param isOwnRun whether each is to have a run of its own, on a remote engine, too
 * @returns those that were still the group's, in their new generation
 */
export function continueAlone<Name extends JobName>(
  work: Work<Name>,
  members: Counted[],
  how: Continuation,
  isOwnRun = false,
): Promise<HeldMember[]> {
  if (members.length === 0) return Promise.resolve([]);
  return transaction(async (tx) => {
    const isHeld = how === "held" || how === "held here";
    const due = isHeld ? { heldForMs: HOLD_MS } : "as before";
    const rows = await run(raiseGeneration(work, { members }, due), tx);
    const before = new Map(members.map(({ id, attemptsBefore = 0 }) => [id, attemptsBefore]));
    const jobs = rows.map(({ id, data, generation, attemptCount, nextAttemptAt, isDueLater }) => {
      // Only a recorded failure makes work due later. That may be over.
      const isRecorded = isDueLater || attemptCount > (before.get(id) ?? 0);
      const hasFailed = how === "after a failure" || (how === "as recorded" && isRecorded);
      const later = isDueLater ? { not_before: nextAttemptAt.toISOString() } : {};
      const attempt = { attempt: hasFailed ? 2 : 1, ...recorded(attemptCount) };
      const request = { generation, ...attempt, alone: true, ...later };
      const own = isOwnRun ? { own_run: true } : {};
      const held = how === "held" ? { held: true } : {};
      return { name: work.job, data: { ...data, ...request, ...own, ...held } } as Job;
    });
    if (how !== "held here") await enqueue(tx, jobs);
    return rows.map(({ id, generation, attemptCount }) => ({ id, generation, attemptCount }));
  });
}

/** Holds members for longer. */
export async function extendHolds(work: Work, held: HeldMember[]): Promise<void> {
  if (held.length > 0) await run(holdLonger(work, { held, heldForMs: HOLD_MS }));
}

/** @returns for how much longer work is held, in milliseconds; 0 if it is not, or is another run's */
export async function heldFor(work: Work, member: Member): Promise<number> {
  const [row] = await run(remainingHold(work, member));
  return row?.ms ?? 0;
}
