/** What an operator has to look at, kind by kind, and the command that deals with each. */
import { pool } from "../database/pool.ts";
import { LATE_BY_MS } from "../jobs/sweep.ts";
import { CANNOT_BE_OPENED, NOT_CONFIGURED } from "../ticketing/config.ts";
import { HELD } from "../ticketing/stub.ts";

/** So many of a kind are shown, those that have waited longest first; all are counted. */
const SHOWN = 20;

/** One thing that needs somebody, or may soon. */
export type Trouble = {
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

type Row = Omit<Trouble, "command"> & { count: number; key: string };

type Kind = {
  /** Whether somebody has to act; else the product still tries by itself. */
  isUrgent: boolean;
  /** Columns of `Row`; $1 is how many. */
  text: string;
  values?: unknown[];
  command(row: Row): string;
};

function pushCommand({ subject, reason, key: schoolId }: Row): string {
  if (reason === HELD) return `donation release --donation ${subject}`;
  if (reason === NOT_CONFIGURED || reason === CANNOT_BE_OPENED) {
    return `school configure --school ${schoolId} …, then donation retry --donation ${subject}`;
  }
  return `donation retry --donation ${subject}`;
}

const pushes = (which: string) => `
  select c.donation_id as subject, s.name || ', from ' || b.name as about, c.last_error as reason,
    d.created_at as since, c.attempt_count as attempts, c.next_attempt_at as "nextAttemptAt",
    d.school_id as key, count(*) over () as count
  from credit c
  join donation d on d.id = c.donation_id
  join school s on s.id = d.school_id
  join bank b on b.id = d.bank_id
  where c.status = 'pending' and ${which}
  order by d.created_at limit $1`;

const late = (table: string, what: string) => `
  select '${what}' as subject, min(next_attempt_at) as since, count(*) as count from ${table}
  where status = 'pending' and next_attempt_at < now() - $2 * interval '1 millisecond'
  having count(*) > 0`;

const KINDS = {
  donation_flagged: {
    isUrgent: true,
    text: pushes("c.flagged_at is not null"),
    command: pushCommand,
  },
  late_work: {
    isUrgent: true,
    text: `
      select subject, subject || ', ' || count || ' of them' as about,
        'nobody is doing what was due' as reason, since, null as attempts,
        since as "nextAttemptAt", '' as key, count(*) over () as count
      from (${late("credit", "pushes")} union all ${late("webhook_delivery", "deliveries")}
        union all ${late("event_replay", "replays")}
        union all ${late("mail", "mails")}) late
      order by since limit $1`,
    values: [LATE_BY_MS],
    command: () => "sweep run",
  },
  endpoint_disabled: {
    isUrgent: true,
    text: `
      select e.id as subject, e.url || ', of ' || b.name as about, e.disabled_reason as reason,
        coalesce(e.failing_since, e.created_at) as since, null as attempts,
        null as "nextAttemptAt", '' as key, count(*) over () as count
      from webhook_endpoint e join bank b on b.id = e.bank_id
      where e.status = 'disabled' order by since limit $1`,
    command: ({ subject }) => `webhook enable --endpoint ${subject}`,
  },
  dead_letter: {
    isUrgent: true,
    // Endpoint by endpoint, as the index has them. Those of a disabled one wait for it to be enabled.
    text: `
      select v.id as subject, v.type || ' for ' || e.url as about,
        coalesce(a.error, 'it answered ' || a.response_code, e.disabled_reason) as reason,
        d.created_at as since, d.attempt_count as attempts, null as "nextAttemptAt",
        '' as key, count(*) over () as count
      from webhook_endpoint e
      join webhook_delivery d on d.endpoint_id = e.id and d.status = 'dead'
      join event v on v.id = d.event_id
      left join lateral (
        select error, response_code from webhook_attempt where delivery_id = d.id
        order by id desc limit 1
      ) a on true
      where e.status = 'enabled' order by d.created_at limit $1`,
    command: ({ subject }) => `delivery replay --event ${subject}`,
  },
  mail_failed: {
    isUrgent: true,
    text: `
      select id as subject, subject as about, last_error as reason, created_at as since,
        attempt_count as attempts, null as "nextAttemptAt", '' as key, count(*) over () as count
      from mail where status = 'failed' order by created_at limit $1`,
    command: ({ subject }) => `mail retry --mail ${subject}`,
  },
  endpoint_failing: {
    isUrgent: false,
    text: `
      select e.id as subject, e.url || ', of ' || b.name as about,
        'it has taken nothing since' as reason, e.failing_since as since, null as attempts,
        null as "nextAttemptAt", e.bank_id as key, count(*) over () as count
      from webhook_endpoint e join bank b on b.id = e.bank_id
      where e.status = 'enabled' and e.failing_since is not null order by since limit $1`,
    command: ({ key }) => `delivery list --bank ${key}`,
  },
  donation_retrying: {
    isUrgent: false,
    text: pushes("c.flagged_at is null and c.last_error is not null"),
    command: pushCommand,
  },
} as const satisfies Record<string, Kind>;

export type TroubleKind = keyof typeof KINDS;

/** All that there is of one kind. */
export type Troubles = {
  kind: TroubleKind;
  isUrgent: boolean;
  count: number;
  shown: Trouble[];
};

async function read(kind: TroubleKind): Promise<Troubles> {
  const { isUrgent, text, values = [], command }: Kind = KINDS[kind];
  const { rows } = await pool().query<Row>(text, [SHOWN, ...values]);
  const shown = rows.map((row) => {
    const { count: _count, key: _key, ...trouble } = row;
    return { ...trouble, command: command(row) };
  });
  return { kind, isUrgent, count: rows[0]?.count ?? 0, shown };
}

/** Everything that is not as it should be, the urgent kinds first; kinds of which there is none are left out. */
export async function readTroubles(): Promise<Troubles[]> {
  const all = await Promise.all(Object.keys(KINDS).map((kind) => read(kind as TroubleKind)));
  return all.filter(({ count }) => count > 0);
}
