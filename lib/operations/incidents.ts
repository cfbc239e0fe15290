/** The kinds of incidents, and the command that resolves each. */
import { type Query, run } from "../database/run.ts";
import { env } from "../env.ts";
import { NOT_CONFIGURED, UNDECRYPTABLE } from "../ticketing/config.ts";
import { HELD } from "../ticketing/stub.ts";
import * as sql from "./sql.ts";

type Kind = {
  /** Whether an operator has to act; otherwise the product still retries automatically. */
  isUrgent?: boolean;
  isOnlyInProduction?: boolean;
  query: Query<sql.IncidentRow>;
  /** The command that resolves it, after `npm run -s admin --`. */
  command(row: sql.IncidentRow): string;
};

function pushCommand({ subject, reason, key: schoolId }: sql.IncidentRow): string {
  if (reason === HELD) return `donation release --donation ${subject}`;
  if (reason === NOT_CONFIGURED || reason === UNDECRYPTABLE) {
    return `school configure --school ${schoolId} …, then donation retry --donation ${subject}`;
  }
  return `donation retry --donation ${subject}`;
}

const KINDS = {
  jobs_not_sent: {
    isUrgent: true,
    query: sql.engineProblems,
    command: () =>
      "status, once the Inngest server is running and INNGEST_BASE_URL and both keys match it",
  },
  donation_flagged: { isUrgent: true, query: sql.flaggedPushes, command: pushCommand },
  correction_stuck: {
    isUrgent: true,
    query: sql.stuckCorrections,
    command: ({ subject }) => `correction show --correction ${subject}`,
  },
  late_work: { isUrgent: true, query: sql.lateWork, command: () => "sweep run" },
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
  email_failed: {
    isUrgent: true,
    query: sql.failedEmails,
    command: ({ subject }) => `email retry --email ${subject}`,
  },
  limit_miscounted: {
    isUrgent: true,
    query: sql.miscountedLimits,
    command: ({ subject, key }) => `bank update --bank ${subject} --max-unpaid-usd ${key}`,
  },
  ledger_differs: { isUrgent: true, query: sql.ledgerFindings, command: () => "ledger check" },
  ledger_unchecked: {
    isUrgent: true,
    query: sql.uncheckedLedger,
    command: () => "ledger check",
  },
  statement_late: {
    isUrgent: true,
    query: sql.lateStatements,
    command: ({ subject }) => `statement close --bank ${subject}`,
  },
  payment_waiting: {
    query: sql.waitingPayments,
    command: ({ subject }) => `payment approve --payment ${subject}`,
  },
  claim_unmet: { query: sql.unmetClaims, command: ({ key }) => `payment list --bank ${key}` },
  endpoint_failing: {
    query: sql.failingEndpoints,
    command: ({ key }) => `delivery list --bank ${key}`,
  },
  points_mismatch: {
    query: sql.flaggedDonations,
    command: ({ key }) => `donation list --flagged --bank ${key}`,
  },
  donation_held: {
    query: sql.heldPushes,
    command: ({ subject }) => `donation release --donation ${subject}`,
  },
  bank_incomplete: {
    isOnlyInProduction: true,
    query: sql.incompleteBanks,
    command: ({ subject }) => `bank update --bank ${subject} --agreement …`,
  },
  school_incomplete: {
    isOnlyInProduction: true,
    query: sql.incompleteRecords,
    command: ({ subject }) => `school show --school ${subject}`,
  },
  school_expiring: {
    isOnlyInProduction: true,
    query: sql.expiringRecords,
    command: ({ subject }) =>
      `school record --school ${subject} --registration-checked-on … --good-standing-checked-on …`,
  },
  donation_retrying: { query: sql.retriedPushes, command: pushCommand },
} as const satisfies Record<string, Kind>;

async function read(kind: keyof typeof KINDS) {
  const { isUrgent = false, isOnlyInProduction, query, command }: Kind = KINDS[kind];
  const isSkipped = isOnlyInProduction && env().environment !== "production";
  const rows = isSkipped ? [] : await run(query);
  const shown = rows.map((row) => {
    const { count: _count, key: _key, ...incident } = row;
    return { ...incident, command: command(row) };
  });
  return { kind, isUrgent, count: rows[0]?.count ?? 0, shown };
}

export type Incidents = Awaited<ReturnType<typeof read>>;

/**
 * All incidents, urgent kinds first. Kinds without incidents are omitted. One after another, on one connection: they are
 * read when the database is slow.
 */
export async function readIncidents(): Promise<Incidents[]> {
  const all: Incidents[] = [];
  for (const kind of Object.keys(KINDS)) all.push(await read(kind as keyof typeof KINDS));
  return all.filter(({ count }) => count > 0);
}
