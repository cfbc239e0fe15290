/**
 * The first attempts of a group's members, all at once. Whoever is answered is settled at once. A member that
 * is not answered within a short time leaves the group, which never waits for it; its request goes on for its
 * full timeout, and meanwhile its process holds it, so that nobody makes a second attempt beside it.
 */
import { performance } from "node:perf_hooks";
import { setTimeout as wait } from "node:timers/promises";
import { log, withinLogContext } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { type Engine, engine } from "./engines.ts";
import type { Jobs } from "./enqueue.ts";
import { type Groups, groups, type MemberJob, subjectOf } from "./groups.ts";
import { idsIn } from "./ids.ts";
import type { HeldMember, Member } from "./sql.ts";
import { type Counted, continueAlone, extendHolds, type Work } from "./sweep.ts";
import { unwatched, type Watch } from "./watch.ts";

/** How many first attempts in groups this process makes at a time, for one bank and in all. The rest goes alone. */
export const MAX_OPEN = { ofABank: 256, inAll: 1_024 };
/** A hold ends with its process, or after this time: far beyond any timeout. */
const LONGEST_HOLD_MS = 60_000;

/** A kind of work whose first attempts are made in groups. */
export type GroupKind<Name extends MemberJob = MemberJob> = {
  work: Work<Name>;
  memberOf(data: Jobs[Name]): Counted;
  /** @returns whether the work is finished; if not, the attempt has failed and was recorded */
  attempt(member: Member, watch: Watch): Promise<boolean>;
};

/** How an attempt ended. `broken`: by an error of ours, after which the group's run is repeated. */
export type Outcome = "finished" | "failed" | "broken" | "excluded";
/** An attempt, to be begun. It never throws. */
type Begin = (watch: Watch) => Promise<Outcome>;
/** An attempt whose group did not wait for it. `then` gets its outcome. */
type Unanswered = { later(then: (outcome: Outcome) => Promise<void>): Promise<void> };
type Result = Outcome | Unanswered;

/** Makes the attempts of a group. @returns their results in the same order */
export type Stage = (attempts: Begin[]) => Promise<Result[]>;

/** All at once, for as long as one is answered every now and then, and none takes too long. */
export const allAtOnce: Stage = (attempts) => {
  const { silenceMs, longestMs } = engine();
  const left = attempts.map(() => Promise.withResolvers<Result>());
  const asking = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let changes = 0;
  const listen = () => {
    clearTimeout(timer);
    changes += 1;
    if (asking.size > 0) timer = setTimeout(leaveInSilence, silenceMs, changes);
  };
  const begun = attempts.map((begin, nth) =>
    begin(async (call) => {
      asking.add(nth);
      listen();
      const longest = setTimeout(leave, longestMs, nth);
      try {
        return await call();
      } finally {
        clearTimeout(longest);
        asking.delete(nth);
        listen();
      }
    }),
  );
  // A busy process may not have read yet what has arrived.
  function leaveInSilence(since: number): void {
    setImmediate(() => {
      if (changes === since) for (const nth of asking) leave(nth);
    });
  }
  function leave(nth: number): void {
    asking.delete(nth);
    left[nth]?.resolve({ later: async (then) => then(await (begun[nth] as Promise<Outcome>)) });
  }
  return Promise.all(
    begun.map((outcome, nth) => Promise.race([outcome, left[nth]?.promise as Promise<Result>])),
  );
};

/** All at once, for as long as they take: nobody else waits for a group that is kept apart. */
export const untilAllHaveEnded: Stage = (attempts) =>
  Promise.all(attempts.map((begin) => begin(unwatched)));

const GRACE_MS = 5_000;

type Means = {
  /** How the attempts of a group are made, and of one that is kept apart. */
  together?: Stage;
  apart?: Stage;
  max?: typeof MAX_OPEN;
  /** How long it waits for open responses when the process stops. */
  graceMs?: number;
  of?: () => Engine;
};

export type FirstAttempts = ReturnType<typeof createFirstAttempts>;

/** Makes the first attempts of this process, in its groups. */
export function createFirstAttempts(
  known: Groups,
  {
    together = allAtOnce,
    apart = untilAllHaveEnded,
    max = MAX_OPEN,
    graceMs = GRACE_MS,
    of = engine,
  }: Means = {},
) {
  const held = new Map<HeldMember, { work: Work; since: number }>();
  /** Attempts that have no outcome yet, by the ID of their work. */
  const open = new Map<string, Promise<Outcome>>();
  const openOfBank = new Map<string, number>();
  let openTogether = 0;
  /** What is left to do once members that were not waited for have an outcome. */
  const waiting = new Set<Promise<void>>();

  /** Counts an attempt for as long as it is open, unless it is of a group that is kept apart: those have slots. */
  function track(id: string, bankId: string, outcome: Promise<Outcome>, isApart: boolean): void {
    const count = (by: number) => {
      if (isApart) return;
      openTogether += by;
      const now = (openOfBank.get(bankId) ?? 0) + by;
      if (now > 0) openOfBank.set(bankId, now);
      else openOfBank.delete(bankId);
    };
    open.set(id, outcome);
    count(1);
    void outcome.then(() => {
      count(-1);
      if (open.get(id) === outcome) open.delete(id);
    });
  }

  const hasPlace = (bankId: string) =>
    openTogether < max.inAll && (openOfBank.get(bankId) ?? 0) < max.ofABank;

  /** Holds a member until its attempt has an outcome, and then lets it continue. */
  function waitFor(member: HeldMember, work: Work, subject: string, { later }: Unanswered): void {
    held.set(member, { work, since: performance.now() });
    const ended = later(async (outcome) => {
      held.delete(member);
      if (outcome === "failed") {
        known.leaveAlone(subject);
        await continueAlone(work, [member], "after a failure");
      }
      // After an error of ours, its own run makes the attempt again once the hold has ended, if it has one.
      if (outcome === "broken" && of().isRemote) await continueAlone(work, [member], "held");
    })
      .catch(({ message }) => log().warn({ reason: message }, "a member waits for its hold to end"))
      .finally(() => waiting.delete(ended));
    waiting.add(ended);
  }

  type Left = Counted & { subject: string; result: Unanswered };

  /** Lets members continue alone once their attempts, which go on, have an outcome. @returns those that were settled meanwhile */
  async function holdAll(work: Work, members: Left[]): Promise<Member[]> {
    const raised = await continueAlone(work, members, of().isRemote ? "held here" : "held");
    for (const member of raised) {
      const { subject, result } = members.find(({ id }) => id === member.id) as Left;
      waitFor(member, work, subject, result);
    }
    const ids = new Set(raised.map(({ id }) => id));
    return members.filter(({ id }) => !ids.has(id));
  }

  /** Completes what is settled already but may lack what comes after that, such as a receipt. */
  const complete = <Name extends MemberJob>(kind: GroupKind<Name>, members: Member[]) =>
    apart(
      members.map(({ id, generation }) => async (watch) => {
        return (await kind.attempt({ id, generation }, watch)) ? "finished" : "failed";
      }),
    );

  return {
    /**
     * Makes the first attempts of a group's members. What has failed or has no response yet continues alone.
     * @param isApart whether the group consists of work that goes alone
     * @returns how many are finished, and how many have no response yet
     * @throws if an attempt broke off; `takeOver` ends it
     */
    async make<Name extends MemberJob>(
      kind: GroupKind<Name>,
      group: Jobs[Name][],
      isApart = false,
    ): Promise<{ finished: number; unanswered: number }> {
      async function attempt(data: Jobs[Name], watch: Watch): Promise<Outcome> {
        try {
          const work = () => kind.attempt(kind.memberOf(data), watch);
          return (await withinLogContext(idsIn(data), work)) ? "finished" : "failed";
        } catch (error) {
          // Not the error itself: a database's names the row.
          const reason = (error as Error).message;
          log().warn({ ...idsIn(data), reason }, "the first attempt was interrupted");
          return "broken";
        }
      }
      const begin =
        (data: Jobs[Name]): Begin =>
        async (watch) => {
          const { bank_id: bankId = "" } = data;
          const { id } = kind.memberOf(data);
          const isExcluded = known.isAlone(subjectOf(data)) || !hasPlace(bankId);
          if (isExcluded && !isApart) return "excluded";
          // An engine that has lost its connection may call again.
          const underway = open.get(id);
          if (underway) return watch(() => underway);
          const outcome = attempt(data, watch);
          track(id, bankId, outcome, isApart);
          return outcome;
        };
      const results = await (isApart ? apart : together)(group.map(begin));
      const members = group.map((data, nth) => ({
        ...kind.memberOf(data),
        subject: subjectOf(data),
        result: results[nth] as Result,
      }));
      const those = (outcome: Outcome) => members.filter(({ result }) => result === outcome);
      const unanswered = members.flatMap(({ result, ...member }) =>
        typeof result === "string" ? [] : { ...member, result },
      );
      for (const { subject } of [...those("failed"), ...unanswered]) known.leaveAlone(subject);
      const settled = await holdAll(kind.work, unanswered);
      await continueAlone(kind.work, those("failed"), "after a failure");
      await continueAlone(kind.work, those("excluded"), "from the first");
      await complete(kind, settled);
      const broken = those("broken").length;
      if (broken > 0)
        throw new Error(`${broken} of ${members.length} first attempts were interrupted`);
      return { finished: those("finished").length, unanswered: unanswered.length };
    },

    /**
     * Ends what a group has begun before: nobody knows how far it came. What is unfinished goes alone, and has a run of
     * its own if the group was kept apart: what breaks off again and again gets the pauses of a run.
     * @returns how many do
     */
    async takeOver<Name extends MemberJob>(
      kind: GroupKind<Name>,
      group: Jobs[Name][],
      isApart = false,
    ) {
      const members = group.map((data) => ({ ...kind.memberOf(data), subject: subjectOf(data) }));
      const stillOpen = members.flatMap((member) => {
        const outcome = open.get(member.id);
        const later = async (then: (found: Outcome) => Promise<void>) =>
          then(await (outcome as Promise<Outcome>));
        return outcome ? { ...member, result: { later } } : [];
      });
      const openIds = new Set(stillOpen.map(({ id }) => id));
      const others = members.filter(({ id }) => !openIds.has(id));
      const settled = await holdAll(kind.work, stillOpen);
      const alone = await continueAlone(kind.work, others, "as recorded", isApart);
      const aloneIds = new Set(alone.map(({ id }) => id));
      await complete(kind, [...settled, ...others.filter(({ id }) => !aloneIds.has(id))]);
      return { alone: alone.length, unanswered: stillOpen.length - settled.length };
    },

    /** Holds the members that this process still waits for. To be called several times per `HOLD_MS`. */
    async renewHolds(): Promise<void> {
      const since = performance.now() - LONGEST_HOLD_MS;
      const recent = [...held].filter(([, one]) => one.since > since);
      for (const [work, some] of Map.groupBy(recent, ([, one]) => one.work)) {
        await extendHolds(
          work,
          some.map(([member]) => member),
        );
      }
    },

    /** Waits a while for the responses that are still open. What has none by then goes on in runs of its own. */
    async finish(): Promise<void> {
      const given = new AbortController();
      const grace = wait(graceMs, undefined, { signal: given.signal }).catch(() => {});
      await Promise.race([Promise.all(waiting), grace]);
      given.abort();
      if (!of().isRemote) return;
      for (const [work, some] of Map.groupBy(held, ([, one]) => one.work)) {
        await continueAlone(
          work,
          some.map(([member]) => member),
          "held",
        );
      }
    },
  };
}

/** Those of this process. */
export const firstAttempts = perProcess("first attempts", () => createFirstAttempts(groups()));
