/**
 * Groups: jobs that become due at about the same moment share a run, which makes their first attempts. Work
 * that was slow or has failed goes alone for a while.
 */
import { performance } from "node:perf_hooks";
import { v7 as uuidv7 } from "uuid";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import type { JobRow, Jobs } from "./enqueue.ts";

/** The maximum number of members. */
export const GROUP_SIZE = 16;
/** A bank with more jobs than this at a time gets groups of its own, whose number is limited. */
const MANY_OF_ONE_BANK = 4;
/** How long work goes alone, in milliseconds. */
const ALONE_MS = 15_000;
/** The number of schools and endpoints that are remembered. Beyond it, the oldest are forgotten. */
const MAX_ALONE = 10_000;

/** The jobs that can be members: the job of their groups, and their schedule. */
const MEMBER_JOBS = {
  "donation/push.requested": {
    group: "donation/pushes.requested",
    schedule: () => env().pushRetryScheduleMs,
  },
  "webhook/delivery.requested": {
    group: "webhook/deliveries.requested",
    schedule: () => env().webhookRetryScheduleMs,
  },
} as const;

/** A job that can be a member of a group. */
export type MemberJob = keyof typeof MEMBER_JOBS;
type Row = JobRow & { name: MemberJob };

const isMemberJob = (row: JobRow): row is Row => row.name in MEMBER_JOBS;

/** Whom the job calls: a school or an endpoint, by ID. */
export const subjectOf = (data: Jobs[MemberJob]): string =>
  "school_id" in data ? data.school_id : data.endpoint_id;

/** Whether it is a first attempt that is due at once, and was in no group before. */
function isDueFirst({ name, data }: Row): boolean {
  const { attempt = 1, alone = false } = data;
  const [wait = 0] = MEMBER_JOBS[name].schedule();
  return attempt === 1 && wait === 0 && !alone;
}

function inChunks(rows: Row[]): Row[][] {
  const chunks = Math.ceil(rows.length / GROUP_SIZE);
  return Array.from({ length: chunks }, (_, n) => rows.slice(n * GROUP_SIZE, (n + 1) * GROUP_SIZE));
}

/** The owner of groups of several banks. */
const SEVERAL = "several";

/** A job that is in no group has the limits of its school or endpoint. */
function groupOf(rows: Row[], owner: string): JobRow {
  const [first] = rows as [Row];
  if (rows.length === 1) return { ...first, data: { ...first.data, alone: true } } as JobRow;
  const data = { owner, members: rows.map((row) => row.data) };
  return { id: uuidv7(), name: MEMBER_JOBS[first.name].group, data } as JobRow;
}

export type Groups = ReturnType<typeof createGroups>;

/** @param elapsedMs a monotonic clock in milliseconds */
export function createGroups(elapsedMs = () => performance.now()) {
  const aloneUntil = new Map<string, number>();

  const isAlone = (subject: string) => (aloneUntil.get(subject) ?? 0) > elapsedMs();

  const canJoin = (row: JobRow): row is Row =>
    isMemberJob(row) && isDueFirst(row) && !isAlone(subjectOf(row.data));

  return {
    isAlone,

    /** Keeps the work of a school or an endpoint out of groups for a while: it was slow, or has failed. */
    leaveAlone(subject: string): void {
      aloneUntil.delete(subject);
      aloneUntil.set(subject, elapsedMs() + ALONE_MS);
      const [oldest] = aloneUntil.keys();
      if (aloneUntil.size > MAX_ALONE && oldest !== undefined) aloneUntil.delete(oldest);
    },

    /**
     * Replaces jobs that can be in a group by the jobs of their groups. A job without company is marked to stay alone.
     * @returns those, and the jobs that cannot be in one
     */
    form(jobs: JobRow[]): { formed: JobRow[]; others: JobRow[] } {
      const members = jobs.filter(canJoin);
      const joining = new Set<JobRow>(members);
      const formed = [...Map.groupBy(members, ({ name }) => name).values()].flatMap((sameKind) => {
        const byBank = [...Map.groupBy(sameKind, ({ data }) => data.bank_id ?? SEVERAL)];
        const isMany = ([, rows]: [string, Row[]]) => rows.length > MANY_OF_ONE_BANK;
        const few = byBank.filter((one) => !isMany(one)).flatMap(([, rows]) => rows);
        return [[SEVERAL, few] as const, ...byBank.filter(isMany)].flatMap(([owner, rows]) =>
          inChunks(rows).map((chunk) => groupOf(chunk, owner)),
        );
      });
      return { formed, others: jobs.filter((job) => !joining.has(job)) };
    },
  };
}

/** The groups of this process. */
export const groups = perProcess("groups", () => createGroups());
