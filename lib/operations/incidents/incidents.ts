/** What an operator has to look at, kind by kind, and the command that deals with each. */
import { type Query, run } from "../../database/run.ts";
import { LATE_BY_MS } from "../../jobs/sweep.ts";
import { CANNOT_BE_OPENED, NOT_CONFIGURED } from "../../ticketing/config.ts";
import { HELD } from "../../ticketing/stub.ts";
import * as sql from "./sql.ts";

/** One thing that needs somebody, or may soon. */
export type Incident = {
  /** Its id; for work that is late, what kind of work. */
  subject: string;
  /** Whose or where it is: a school, a bank, an address. */
  about: string;
  reason: string | null;
  since: Date;
  attempts: number | null;
  nextAttemptAt: Date | null;
  /** What to type after `npm run -s admin --`. */
  command: string;
};

type Row = Omit<Incident, "command"> & { count: number; key: string };

type Kind = {
  /** Whether somebody has to act; else the product still tries by itself. */
  isUrgent: boolean;
  query: Query<Row>;
  command(row: Row): string;
};

function pushCommand({ subject, reason, key: schoolId }: Row): string {
  if (reason === HELD) return `donation release --donation ${subject}`;
  if (reason === NOT_CONFIGURED || reason === CANNOT_BE_OPENED) {
    return `school configure --school ${schoolId} …, then donation retry --donation ${subject}`;
  }
  return `donation retry --donation ${subject}`;
}

const KINDS = {
  donation_flagged: { isUrgent: true, query: sql.flaggedPushes, command: pushCommand },
  late_work: {
    isUrgent: true,
    query: sql.lateWork(LATE_BY_MS),
    command: () => "sweep run",
  },
  endpoint_disabled: {
    isUrgent: true,
    query: sql.disabledEndpoints,
    command: ({ subject }) => `webhook enable --endpoint ${subject}`,
  },
  dead_letter: {
    isUrgent: true,
    query: sql.deadLetters,
    command: ({ subject }) => `delivery replay --event ${subject}`,
  },
  mail_failed: {
    isUrgent: true,
    query: sql.failedEmails,
    command: ({ subject }) => `mail retry --mail ${subject}`,
  },
  endpoint_failing: {
    isUrgent: false,
    query: sql.failingEndpoints,
    command: ({ key }) => `delivery list --bank ${key}`,
  },
  donation_retrying: { isUrgent: false, query: sql.retriedPushes, command: pushCommand },
} as const satisfies Record<string, Kind>;

export type IncidentKind = keyof typeof KINDS;

/** All that there is of one kind. */
export type Incidents = {
  kind: IncidentKind;
  isUrgent: boolean;
  count: number;
  shown: Incident[];
};

async function read(kind: IncidentKind): Promise<Incidents> {
  const { isUrgent, query, command }: Kind = KINDS[kind];
  const rows = await run(query);
  const shown = rows.map((row) => {
    const { count: _count, key: _key, ...incident } = row;
    return { ...incident, command: command(row) };
  });
  return { kind, isUrgent, count: rows[0]?.count ?? 0, shown };
}

/** Everything that is not as it should be, the urgent kinds first; kinds of which there is none are left out. */
export async function readIncidents(): Promise<Incidents[]> {
  const all = await Promise.all(Object.keys(KINDS).map((kind) => read(kind as IncidentKind)));
  return all.filter(({ count }) => count > 0);
}
