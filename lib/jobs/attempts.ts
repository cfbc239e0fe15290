/**
 * The attempts of a group. Every item that is due is attempted at the same time, and is settled the moment it is answered.
 * Its attempt's number, due time, and generation come from its row, never from the run: what is settled, held, or of
 * another generation leaves for good.
 */
import { setImmediate } from "node:timers/promises";
import { isDatabaseUnavailable } from "../database/errors.ts";
import { run } from "../database/run.ts";
import { transaction } from "../database/transaction.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { log, logContext, withinLogContext } from "../log.ts";
import { enqueue, type GroupOf, idsIn, type Jobs } from "./enqueue.ts";
import { groupsApart, type ItemJob, ownLane, targetOf } from "./groups.ts";
import { type Member, raiseGeneration, recordFault, type Work } from "./sql.ts";
import { type Targets, targets } from "./targets.ts";

/** Passes the call to a school or an endpoint through, so that its group sees how long it takes. */
export type Watch = <T>(call: () => Promise<T>) => Promise<T>;

/** Passes calls through, seen by nobody. */
export const unwatched: Watch = (call) => call();

/** What an attempt has left. */
export type Attempted = {
  /** `pending`: the item stays in its group. */
  status: string;
  /** When the next attempt is due, in milliseconds; 0 if there is none. */
  dueInMs: number;
  /** Whether the target answered well; undefined if it wasn't called. */
  answered?: boolean | undefined;
};

/** A retry schedule, as far as an attempt has to know it. */
export type Schedule = {
  /** The wait before an attempt of this item, counted from 1, in milliseconds. */
  waitBefore(attempt: number, id: string): number;
  /** After so many a delivery or an email is given up, and an operator has to look at a push, which is still retried. */
  attempts: number;
};

/** There is no next attempt. */
export const left = (status: string): Attempted => ({ status, dueInMs: 0 });

/** Makes an attempt. What was deleted meanwhile is `gone`. */
export async function attemptUnlessDeleted(
  table: "donation" | "email" | "webhookDelivery",
  id: string,
  work: () => Promise<Attempted>,
): Promise<Attempted> {
  const attempted = await unlessDeleted(table, id, work);
  return attempted === "gone" ? left("gone") : attempted;
}

/** A kind of work that is done in groups. */
export type Kind<Name extends ItemJob = ItemJob> = {
  work: Work<Name>;
  idOf(item: Jobs[Name]): string;
  /** Makes an attempt, if one is due. */
  attempt(member: Member, watch: Watch): Promise<Attempted>;
};

/** Begins attempts, and waits for all of them. */
export type Begin = <T>(attempts: (() => Promise<T>)[]) => Promise<PromiseSettledResult<T>[]>;
const allAtOnce: Begin = (attempts) => Promise.allSettled(attempts.map((begin) => begin()));

/** An item that is due this soon is due, since waits are in whole seconds. */
export const DUE_MS = 500;
/** Items that are due within a tenth of the shortest wait, and within this time, share a wake-up. */
const SHARED_WAIT_MS = 120_000;

/** The wait until the next attempts, in milliseconds: a whole number of seconds, as the SDK's sleeps are. */
function waitFor(pending: Attempted[]): number {
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

/** Hands items that are still unfinished to groups of their own, of at most this size. @returns the others */
async function regroup<Name extends ItemJob>(
  kind: Kind<Name>,
  items: Jobs[Name][],
  size: number,
): Promise<Jobs[Name][]> {
  if (items.length === 0) return [];
  return transaction(async (tx) => {
    const members = items.map((item) => memberOf(kind, item));
    const rows = await run(raiseGeneration(kind.work, { members }), tx);
    const own = rows.map(({ data, generation }) => ({ ...data, generation }) as Jobs[ItemJob]);
    await enqueue(tx, groupsApart(kind.work.job, own, size));
    const handedOver = new Set(rows.map(({ data }) => kind.idOf(data as Jobs[Name])));
    return items.filter((item) => !handedOver.has(kind.idOf(item)));
  });
}

/** The attempts of one process. */
export class Attempts {
  private readonly known: () => Targets;
  private readonly begin: Begin;

  /** @param begin a simulation begins them one by one */
  constructor(known = targets as () => Targets, begin = allAtOnce) {
    this.known = known;
    this.begin = begin;
  }

  /**
   * Attempts what is due of a group.
   * @param interrupted how often the process was interrupted while running this. From the second time on, each item goes
   *   on alone, so that one that ends its process takes no other along.
   * @returns what is left, and the wait until its next attempts
   * @throws if the database is unavailable; safe to repeat
   */
  async attemptDue<Name extends ItemJob>(
    kind: Kind<Name>,
    { lane, items }: GroupOf<Name>,
    interrupted: number,
  ): Promise<{ items: Jobs[Name][]; waitMs: number }> {
    // Those that are settled may lack what follows, such as a receipt.
    const mine = interrupted > 1 && items.length > 1 ? await regroup(kind, items, 1) : items;
    const isShared = (item: Jobs[Name]) => ownLane(item).lane !== lane;
    const { leaving = [], staying: others = [] } = Object.groupBy(mine, (item) =>
      isShared(item) && this.known().isUnsound(targetOf(item)) ? "leaving" : "staying",
    );
    const staying = [...others, ...(await regroup(kind, leaving, items.length))];
    const results = await this.begin(staying.map((item) => () => this.attempt(kind, item)));
    const attempted = results.map((result) => {
      if (result.status === "rejected") throw result.reason;
      return result.value;
    });
    const pending = attempted.filter(({ status }) => status === "pending");
    const left = staying.filter((_, n) => attempted[n]?.status === "pending");
    return { items: left, waitMs: pending.length > 0 ? waitFor(pending) : 0 };
  }

  private async attempt<Name extends ItemJob>(
    kind: Kind<Name>,
    item: Jobs[Name],
  ): Promise<Attempted> {
    const member = memberOf(kind, item);
    let hasHung = false;
    const watch = this.watchFor(item, () => {
      hasHung = true;
    });
    try {
      const work = () => kind.attempt(member, watch);
      const attempted = await withinLogContext({ ...logContext(), ...idsIn(item) }, work);
      const { answered } = attempted;
      if (answered === false) this.known().note(targetOf(item), "failed");
      else if (answered && !hasHung) this.known().note(targetOf(item), "answered");
      return attempted;
    } catch (error) {
      if (isDatabaseUnavailable(error)) throw error;
      // Not the error itself: a database's names the row.
      log().error(
        { ...idsIn(item), reason: (error as Error).message },
        "an attempt ended with an error",
      );
      const [row] = await run(recordFault(kind.work, member));
      // It is settled, or another run's: what follows a settlement is made up for when the step is repeated.
      if (!row) throw error;
      return { status: "pending", dueInMs: row.dueInMs };
    }
  }

  /** Notes a call that hangs at once, so that its target soon shares no group. */
  private watchFor(item: Jobs[ItemJob], onHang: () => void): Watch {
    return async (call) => {
      let isOpen = true;
      const answered = this.known().onHang(async () => {
        // A busy process may not have read yet what has arrived.
        await setImmediate();
        if (!isOpen) return;
        onHang();
        // An endpoint is its bank's own; a school isn't.
        const bankId = "endpoint_id" in item ? item.bank_id : undefined;
        this.known().note(targetOf(item), "hangs", bankId);
      });
      return call().finally(() => {
        isOpen = false;
        answered();
      });
    };
  }
}
