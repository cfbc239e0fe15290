/**
 * Groups: jobs that become due at about the same moment share a run, which makes their first attempts. Work
 * that was slow or has failed goes alone for a while.
 */
import { performance } from "node:perf_hooks";
import { v7 as uuidv7 } from "uuid";
import { env } from "../env.ts";
import { perProcess } from "../singleton.ts";
import type { Engine } from "./engines.ts";
import type { JobRow, Jobs } from "./enqueue.ts";

/** The maximum number of members that are kept apart. They are all attempted at a time. */
const APART_SIZE = 16;
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
    apart: "donation/pushes-apart.requested",
    schedule: () => env().pushRetryScheduleMs,
  },
  "webhook/delivery.requested": {
    group: "webhook/deliveries.requested",
    apart: "webhook/deliveries-apart.requested",
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

/** Whether it is a first attempt that is due at once. */
function isDueFirst({ name, data }: Row): boolean {
  const { attempt = 1, not_before: later, held = false } = data;
  const [wait = 0] = MEMBER_JOBS[name].schedule();
  return attempt === 1 && wait === 0 && later === undefined && !held;
}

function inChunks(rows: Row[], size: number): Row[][] {
  const chunks = Math.ceil(rows.length / size);
  return Array.from({ length: chunks }, (_, n) => rows.slice(n * size, (n + 1) * size));
}

/** The owner of groups of several banks. */
const SEVERAL = "several";

/** A job that is in no group has the limits of its school or endpoint. */
function groupOf(rows: Row[], owner: string, { isRemote }: Engine): JobRow {
  const [first] = rows as [Row];
  if (rows.length === 1 && !isRemote)
    return { ...first, data: { ...first.data, alone: true } } as JobRow;
  const data = { owner, members: rows.map((row) => row.data) };
  return { id: uuidv7(), name: MEMBER_JOBS[first.name].group, data } as JobRow;
}

/** Groups with others, by their banks. */
function withOthers(sameKind: Row[], of: Engine): JobRow[] {
  const byBank = [...Map.groupBy(sameKind, ({ data }) => data.bank_id ?? SEVERAL)];
  const isMany = ([, rows]: [string, Row[]]) => rows.length > MANY_OF_ONE_BANK;
  const few = byBank.filter((one) => !isMany(one)).flatMap(([, rows]) => rows);
  return [[SEVERAL, few] as const, ...byBank.filter(isMany)].flatMap(([owner, rows]) =>
    inChunks(rows, of.groupSize).map((chunk) => groupOf(chunk, owner, of)),
  );
}

/** Groups of one school or endpoint and one bank each. */
function apart(sameKind: Row[]): JobRow[] {
  const ofOne = Map.groupBy(sameKind, ({ data }) => `${subjectOf(data)} ${data.bank_id}`);
  return [...ofOne].flatMap(([owner, rows]) =>
    inChunks(rows, APART_SIZE).map((chunk) => {
      const [{ name, data: first }] = chunk as [Row];
      const data = { owner, bank_id: first.bank_id, members: chunk.map((row) => row.data) };
      return { id: uuidv7(), name: MEMBER_JOBS[name].apart, data } as JobRow;
    }),
  );
}

const ofEachKind = (rows: Row[], form: (sameKind: Row[]) => JobRow[]): JobRow[] =>
  [...Map.groupBy(rows, ({ name }) => name).values()].flatMap(form);

export type Groups = ReturnType<typeof createGroups>;

/** @param elapsedMs a monotonic clock in milliseconds */
export function createGroups(elapsedMs = () => performance.now()) {
  const aloneUntil = new Map<string, number>();

  const isAlone = (subject: string) => (aloneUntil.get(subject) ?? 0) > elapsedMs();

  const canJoin = (row: JobRow): row is Row =>
    isMemberJob(row) && isDueFirst(row) && !row.data.alone && !isAlone(subjectOf(row.data));

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
     * Replaces jobs that can be in a group by the jobs of their groups. A job without company has a run of its own, and
     * is marked to stay alone; a remote engine gets a group of one. What is to go alone has a run of its own, too, and
     * with a remote engine groups of its own.
     * @returns those, and the jobs that cannot be in one
     */
    form(jobs: JobRow[], of: Engine): { formed: JobRow[]; others: JobRow[] } {
      const joining = jobs.filter(canJoin);
      const isJoining = new Set<JobRow>(joining);
      const left = jobs.filter((job) => !isJoining.has(job));
      const canBeApart = (row: JobRow): row is Row =>
        of.isRemote && isMemberJob(row) && isDueFirst(row) && !row.data.own_run;
      const formed = [
        ...ofEachKind(joining, (rows) => withOthers(rows, of)),
        ...ofEachKind(left.filter(canBeApart), apart),
      ];
      return { formed, others: left.filter((job) => !canBeApart(job)) };
    },
  };
}

/** The groups of this process. */
export const groups = perProcess("groups", () => createGroups());
