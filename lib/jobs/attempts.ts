/**
 * A group's attempts. All due items are attempted concurrently, and each is settled as soon as its response arrives. The
 * attempt number, due time, and generation come from the row, never from the run: an item that is settled, held, or of
 * another generation leaves the group for good.
 */
import { setImmediate } from "node:timers/promises";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { run } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { log, logContext, withinLogContext } from "../log.ts";
import { enqueue, type GroupOf, idsIn, type Jobs } from "./enqueue.ts";
import { groupsByTarget, type ItemJob, ownLane, targetOf } from "./groups.ts";
import { type Member, raiseGeneration, recordUnexpectedFailure, type Work } from "./sql.ts";
import { type Targets, targets } from "./targets.ts";

/** Wraps the call to a school or an endpoint, so that its group notices if it hangs. */
export type Watch = <T>(call: () => Promise<T>) => Promise<T>;

/** For a call outside of a group. */
export const unwatched: Watch = (call) => call();

export type AttemptResult = {
  /** `pending`: the item stays in its group. */
  status: string;
  /** When the next attempt is due, in milliseconds; 0 if there is none. */
  dueInMs: number;
  /** Whether the target responded properly; undefined if it wasn't called. */
  answered?: boolean | undefined;
};

/** What an attempt needs to know of a retry schedule. */
export type Schedule = {
  /** The wait before this attempt (the first is 1) of an item, in milliseconds. */
  waitBefore(attempt: number, id: string): number;
  /** After this many, a delivery or an email is given up, and a push is flagged for operators but still retried. */
  attempts: number;
};

export const finished = (status: string): AttemptResult => ({ status, dueInMs: 0 });

/** Makes an attempt; `gone` if the row has been deleted. */
export async function attemptUnlessDeleted(
  table: "correction" | "donation" | "email" | "webhookDelivery",
  id: string,
  work: () => Promise<AttemptResult>,
): Promise<AttemptResult> {
  const attempted = await unlessDeleted(table, id, work);
  return attempted === "gone" ? finished("gone") : attempted;
}

/** A kind of work that is done in groups. */
export type Kind<Name extends ItemJob = ItemJob> = {
  work: Work<Name>;
  idOf(item: Jobs[Name]): string;
  /** Makes an attempt, if one is due. */
  attempt(member: Member, watch: Watch): Promise<AttemptResult>;
};

/** Starts attempts and waits for all of them. */
export type Begin = <T>(attempts: (() => Promise<T>)[]) => Promise<PromiseSettledResult<T>[]>;
const allAtOnce: Begin = (attempts) => Promise.allSettled(attempts.map((attempt) => attempt()));

/** Due this soon counts as due, since waits are in whole seconds. */
export const DUE_MS = 500;
/** Items that are due within a tenth of the shortest wait, and within this time, share a wake-up. */
const SHARED_WAIT_MS = 120_000;

/** The wait until the next attempts, in milliseconds: a whole number of seconds, as the SDK's sleeps are. */
function waitFor(pending: AttemptResult[]): number {
  const due = pending.map(({ dueInMs }) => Math.max(0, dueInMs));
  const first = Math.min(...due);
  const limit = first + Math.min(first / 10, SHARED_WAIT_MS);
  const latest = Math.max(...due.filter((ms) => ms <= limit));
  const seconds = Math.round(latest / 1_000);
  return latest > 0 ? Math.max(1, seconds) * 1_000 : 0;
}

const memberOf = <Name extends ItemJob>(kind: Kind<Name>, item: Jobs[Name]): Member => ({
  id: kind.idOf(item),
  generation: item.generation ?? 0,
});

/** Moves unfinished items to groups by bank and target, of at most this size. @returns the others */
async function regroup<Name extends ItemJob>(
  kind: Kind<Name>,
  items: Jobs[Name][],
  size: number,
): Promise<Jobs[Name][]> {
  if (items.length === 0) return [];
  return transaction(async (tx) => {
    const members = items.map((item) => memberOf(kind, item));
    const rows = await run(raiseGeneration(kind.work, { members }), tx);
    const raised = rows.map(({ data, generation }) => ({ ...data, generation }) as Jobs[ItemJob]);
    enqueue(tx, groupsByTarget(kind.work.job, raised, size));
    const moved = new Set(rows.map(({ data }) => kind.idOf(data as Jobs[Name])));
    return items.filter((item) => !moved.has(kind.idOf(item)));
  });
}

export class Attempts {
  private readonly known: () => Targets;
  private readonly begin: Begin;

  /** @param begin a simulation starts them one by one */
  constructor(known = targets as () => Targets, begin = allAtOnce) {
    this.known = known;
    this.begin = begin;
  }

  /**
   * Attempts a group's due items.
   * @param interrupted how often this was interrupted. From the second time on, each item gets a group of its own, so that
   *   one that crashes the process can't hold up others.
   * @returns the items that are finished, and the wait until their next attempts
   * @throws if the database is unavailable; safe to repeat
   */
  async attemptDue<Name extends ItemJob>(
    kind: Kind<Name>,
    { lane, items }: GroupOf<Name>,
    interrupted: number,
  ): Promise<{ items: Jobs[Name][]; waitMs: number }> {
    // Settled items stay: what follows settlement, such as a receipt, may be missing.
    const remaining = interrupted > 1 && items.length > 1 ? await regroup(kind, items, 1) : items;
    const isShared = (item: Jobs[Name]) => ownLane(item).lane !== lane;
    const { leaving = [], staying: others = [] } = Object.groupBy(remaining, (item) =>
      isShared(item) && this.known().isUnhealthy(targetOf(item)) ? "leaving" : "staying",
    );
    const staying = [...others, ...(await regroup(kind, leaving, items.length))];
    const results = await this.begin(staying.map((item) => () => this.attempt(kind, item)));
    const attempted = results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
    const pending = attempted.filter(({ status }) => status === "pending");
    const unsettled = staying.filter((_, n) => attempted[n]?.status === "pending");
    return { items: unsettled, waitMs: pending.length > 0 ? waitFor(pending) : 0 };
  }

  private async attempt<Name extends ItemJob>(
    kind: Kind<Name>,
    item: Jobs[Name],
  ): Promise<AttemptResult> {
    const member = memberOf(kind, item);
    let hasHung = false;
    const watch = this.watchFor(item, () => {
      hasHung = true;
    });
    try {
      const work = () => kind.attempt(member, watch);
      const attempted = await withinLogContext({ ...logContext(), ...idsIn(item) }, work);
      const { answered } = attempted;
      if (answered === false) this.known().record(targetOf(item), "failed");
      else if (answered && !hasHung) this.known().record(targetOf(item), "answered");
      return attempted;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // Only the message: a database error's details name the row.
      log().error(
        { ...idsIn(item), reason: (error as Error).message },
        "an attempt failed unexpectedly",
      );
      const [row] = await run(recordUnexpectedFailure(kind.work, member));
      // The item is settled, or another run's: repeating the step does what follows settlement.
      if (!row) throw error;
      return { status: "pending", dueInMs: row.dueInMs };
    }
  }

  /** Records a hanging call at once, so that its target stops sharing groups. */
  private watchFor(item: Jobs[ItemJob], onHang: () => void): Watch {
    return async (call) => {
      let isOpen = true;
      const cancelAlarm = this.known().onHang(async () => {
        // A busy process may not have read a response that has arrived.
        await setImmediate();
        if (!isOpen) return;
        onHang();
        // An endpoint belongs to a bank; a school doesn't.
        const bankId = "endpoint_id" in item ? item.bank_id : undefined;
        this.known().record(targetOf(item), "hangs", bankId);
      });
      return call().finally(() => {
        isOpen = false;
        cancelAlarm();
      });
    };
  }
}
