/**
 * The first attempts of a group's members, all at once. Whoever is answered is settled at once. A member that
 * is not answered within a short time leaves the group, which never waits for it; its request goes on for its
 * full timeout, and meanwhile its process holds it, so that nobody makes a second attempt beside it.
 */
import { setTimeout as wait } from "node:timers/promises";
import { log, withinLogContext } from "../log.ts";
import { perProcess } from "../singleton.ts";
import type { Jobs } from "./enqueue.ts";
import { type Groups, groups, type MemberJob, subjectOf } from "./groups.ts";
import { idsIn } from "./ids.ts";
import type { HeldMember, Member } from "./sql.ts";
import { continueAlone, extendHolds, type Work } from "./sweep.ts";
import { unwatched, type Watch } from "./watch.ts";

/** How long a group waits while none of its members is answered. */
const SILENCE_MS = 250;

/** A kind of work whose first attempts are made in groups. */
export type GroupKind<Name extends MemberJob = MemberJob> = {
  work: Work<Name>;
  memberOf(data: Jobs[Name]): Member;
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

/** All at once, for as long as one is answered every now and then. */
export const allAtOnce: Stage = (attempts) => {
  const left = attempts.map(() => Promise.withResolvers<Result>());
  const asking = new Set<number>();
  let timer: NodeJS.Timeout | undefined;
  let changes = 0;
  const listen = () => {
    clearTimeout(timer);
    changes += 1;
    if (asking.size > 0) timer = setTimeout(leaveUnlessAnswered, SILENCE_MS, changes);
  };
  const begun = attempts.map((begin, nth) =>
    begin(async (call) => {
      asking.add(nth);
      listen();
      try {
        return await call();
      } finally {
        asking.delete(nth);
        listen();
      }
    }),
  );
  // A busy process may not have read yet what has arrived.
  function leaveUnlessAnswered(since: number): void {
    setImmediate(() => {
      if (changes === since) leave();
    });
  }
  function leave(): void {
    for (const nth of asking) {
      left[nth]?.resolve({ later: async (then) => then(await (begun[nth] as Promise<Outcome>)) });
    }
    asking.clear();
  }
  return Promise.all(
    begun.map((outcome, nth) => Promise.race([outcome, left[nth]?.promise as Promise<Result>])),
  );
};

/** How long the process waits for open responses when it stops. */
const GRACE_MS = 10_000;

export type FirstAttempts = ReturnType<typeof createFirstAttempts>;

/** Makes the first attempts of this process, in its groups. */
export function createFirstAttempts(known: Groups, stage: Stage = allAtOnce) {
  const held = new Map<HeldMember, Work>();
  const open = new Set<Promise<void>>();

  /** Holds a member until its attempt has an outcome, and then lets it continue. */
  function waitFor(member: HeldMember, work: Work, subject: string, { later }: Unanswered): void {
    held.set(member, work);
    const ended = later(async (outcome) => {
      held.delete(member);
      // After an error of ours, its own run makes the attempt again once the hold has ended.
      if (outcome !== "failed") return;
      known.leaveAlone(subject);
      await continueAlone(work, [member], "after a failure");
    })
      .catch(({ message }) => log().warn({ reason: message }, "a member waits for its hold to end"))
      .finally(() => open.delete(ended));
    open.add(ended);
  }

  return {
    /**
     * Makes the first attempts of a group's members. What has failed or has no response yet continues alone.
     * @returns how many are finished, and how many have no response yet
     * @throws if an attempt broke off; `takeOver` ends it
     */
    async make<Name extends MemberJob>(
      kind: GroupKind<Name>,
      group: Jobs[Name][],
    ): Promise<{ finished: number; unanswered: number }> {
      const begin =
        (data: Jobs[Name]): Begin =>
        async (watch) => {
          if (known.isAlone(subjectOf(data))) return "excluded";
          try {
            const attempt = () => kind.attempt(kind.memberOf(data), watch);
            return (await withinLogContext(idsIn(data), attempt)) ? "finished" : "failed";
          } catch (error) {
            log().warn({ ...idsIn(data), err: error }, "the first attempt broke off");
            return "broken";
          }
        };
      const results = await stage(group.map(begin));
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
      await continueAlone(kind.work, those("failed"), "after a failure");
      await continueAlone(kind.work, those("excluded"), "from the first");
      for (const member of await continueAlone(kind.work, unanswered, "held")) {
        const { subject, result } = unanswered.find(
          ({ id }) => id === member.id,
        ) as (typeof unanswered)[number];
        waitFor(member, kind.work, subject, result);
      }
      const broken = those("broken").length;
      if (broken > 0) throw new Error(`${broken} of ${members.length} first attempts broke off`);
      return { finished: those("finished").length, unanswered: unanswered.length };
    },

    /**
     * Ends what a group has begun before: nobody knows how far it came. What is unfinished goes alone.
     * @returns how many do
     */
    async takeOver<Name extends MemberJob>(kind: GroupKind<Name>, group: Jobs[Name][]) {
      const members = group.map(kind.memberOf);
      const alone = await continueAlone(kind.work, members, "as recorded");
      const ids = new Set(alone.map(({ id }) => id));
      // What is settled may lack what comes after that, such as a receipt.
      const others = members.filter(({ id }) => !ids.has(id));
      await Promise.all(others.map((member) => kind.attempt(member, unwatched)));
      return { alone: alone.length };
    },

    /** Holds the members that this process still waits for. To be called several times per `HOLD_MS`. */
    async renewHolds(): Promise<void> {
      for (const [work, entries] of Map.groupBy(held, ([, work]) => work)) {
        await extendHolds(
          work,
          entries.map(([member]) => member),
        );
      }
    },

    /** Waits a while for the responses that are still open. What has none by then goes on elsewhere. */
    async finish(): Promise<void> {
      const given = new AbortController();
      const grace = wait(GRACE_MS, undefined, { signal: given.signal }).catch(() => {});
      await Promise.race([Promise.all(open), grace]);
      given.abort();
    },
  };
}

/** Those of this process. */
export const firstAttempts = perProcess("first attempts", () => createFirstAttempts(groups()));
