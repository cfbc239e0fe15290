/**
 * Checks statements from events alone: pure functions, without dependencies or access to the service. The canonical form
 * is in the guide to the books (docs/books.md).
 */
import { createHash } from "node:crypto";
import type { WebhookEvent } from "./operations.ts";

type Closed = Extract<WebhookEvent, { type: "statement.closed" }>["data"];
export type Transfer = Extract<
  WebhookEvent,
  { type: "donation.completed" }
>["data"]["transfers"][number];

/** A transfer, in the order of the statement. */
export type StatementLine = Transfer;

export type FoldedSection = {
  school_id: string;
  opening_cents: number;
  closing_cents: number;
  digest: string;
  lines: StatementLine[];
};

/**
 * What the events say differently from the closed statement about a school, a day (UTC), and a kind of transfer. A large
 * statement has gaps by school, and again by day; the other is null.
 */
export type Gap = {
  school_id: string | null;
  day: string | null;
  kind: string;
  expected_count: number;
  found_count: number;
  expected_cents: number;
  found_cents: number;
};

export type FoldedStatement = {
  number: number;
  /** Whether the events give the statement's own digest. */
  agrees: boolean;
  digest: string;
  expected_digest: string;
  opening_cents: number;
  closing_cents: number;
  sections: FoldedSection[];
  /** Where events are missing, or differ. Empty if the digests agree. */
  gaps: Gap[];
};

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const byText = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** The transfers of all events, each once. @throws Error if two events say different things about one */
function transfersOf(events: Iterable<WebhookEvent>): Transfer[] {
  const found = new Map<string, Transfer>();
  for (const { data } of events) {
    if ("test" in data && data.test) continue;
    if (!("transfers" in data) || !data.transfers) continue;
    for (const transfer of data.transfers) {
      const known = found.get(transfer.transfer_id);
      if (known && canonical(known) !== canonical(transfer)) {
        throw new Error(
          `Two events say different things about the transfer ${transfer.transfer_id}.`,
        );
      }
      found.set(transfer.transfer_id, transfer);
    }
  }
  return [...found.values()];
}

const canonical = ({ transfer_id, kind, bank_effect_cents, corrects, posted_at }: Transfer) =>
  `${transfer_id} ${kind} ${bank_effect_cents} ${corrects ?? "-"} ${posted_at}\n`;

const inOrder = (a: Transfer, b: Transfer) =>
  byText(a.posted_at, b.posted_at) || byText(a.transfer_id, b.transfer_id);

const total = (lines: Transfer[]) => lines.reduce((sum, line) => sum + line.bank_effect_cents, 0);

function sectionOf(closed: Closed, school_id: string, lines: StatementLine[]): FoldedSection {
  const known = closed.sections.find((section) => section.school_id === school_id);
  const opening_cents = known?.opening_cents ?? 0;
  const closing_cents = opening_cents + total(lines);
  const head = `section ${school_id} ${closed.from} ${closed.to} ${opening_cents}\n`;
  const digest = sha256(`${head}${lines.map(canonical).join("")}closing ${closing_cents}\n`);
  return { school_id, opening_cents, closing_cents, digest, lines };
}

type Group = { count: number; cents: number; ids: string[] };

type Key = Pick<Gap, "school_id" | "day" | "kind">;
const keyOf = ({ school_id, day, kind }: Key) => `${school_id ?? ""} ${day ?? ""} ${kind}`;

/** What is missing or different, by the sums in the closed statement. @param lines in their order */
function gapsIn(closed: Closed, lines: Transfer[]): Gap[] {
  const groups = new Map<string, Group>();
  const isCoarse = closed.groups.some(({ day }) => day === null);
  for (const line of lines) {
    const day = line.posted_at.slice(0, 10);
    const coarse = [
      { ...line, day: null },
      { ...line, school_id: null, day },
    ];
    for (const key of (isCoarse ? coarse : [{ ...line, day }]).map(keyOf)) {
      const group = groups.get(key) ?? { count: 0, cents: 0, ids: [] };
      group.count += 1;
      group.cents += line.bank_effect_cents;
      group.ids.push(line.transfer_id);
      groups.set(key, group);
    }
  }
  const none: Group = { count: 0, cents: 0, ids: [] };
  const expected = new Map(closed.groups.map((group) => [keyOf(group), group]));
  return [...new Set([...expected.keys(), ...groups.keys()])].sort(byText).flatMap((key) => {
    const [wanted, found] = [expected.get(key), groups.get(key) ?? none];
    const hash = sha256(found.ids.map((id) => `${id}\n`).join(""));
    if (wanted?.ids_hash === hash && wanted.effect_cents === found.cents) return [];
    const [school_id = "", day = "", kind = ""] = key.split(" ");
    return {
      ...{ school_id: school_id || null, day: day || null, kind },
      expected_count: wanted?.count ?? 0,
      found_count: found.count,
      expected_cents: wanted?.effect_cents ?? 0,
      found_cents: found.cents,
    };
  });
}

/**
 * Computes a statement from the events of its interval, in any order, with any duplicates, and says whether they give its
 * digest. If not, `gaps` names where events are missing: replay the interval, and fold again.
 * @param events with the statement's `statement.closed`
 * @param number the statement's
 * @throws Error without that event, or if two events say different things about one transfer
 */
export function foldStatement(events: Iterable<WebhookEvent>, number: number): FoldedStatement {
  const all = [...events];
  const closing = all.find(
    (event) =>
      event.type === "statement.closed" && !event.data.test && event.data.number === number,
  );
  if (closing?.type !== "statement.closed") throw new Error(`No event closed statement ${number}.`);
  const closed = closing.data;
  const lines = transfersOf(all)
    .filter(({ posted_at: at }) => at >= closed.from && at < closed.to)
    .sort(inOrder);
  const schools = new Set([
    ...closed.sections.map(({ school_id }) => school_id),
    ...lines.map(({ school_id }) => school_id),
  ]);
  const own = new Map([...schools].sort(byText).map((id): [string, Transfer[]] => [id, []]));
  for (const line of lines) own.get(line.school_id)?.push(line);
  const sections = [...own].map(([id, of]) => sectionOf(closed, id, of));
  const { from, to, opening_cents, digest: expected_digest } = closed;
  const closing_cents = opening_cents + total(lines);
  const digest = sha256(
    `statement ${number} ${from} ${to} ${closed.previous_digest ?? "-"} ${opening_cents}\n` +
      sections.map((section) => `${section.school_id} ${section.digest}\n`).join("") +
      `closing ${closing_cents}\n`,
  );
  const agrees = digest === expected_digest;
  const folded = {
    number,
    agrees,
    digest,
    expected_digest,
    opening_cents,
    closing_cents,
    sections,
  };
  return { ...folded, gaps: agrees ? [] : gapsIn(closed, lines) };
}

/** A line that only one side has, or that differs. */
export type Difference = { transfer_id: string; ours?: StatementLine; theirs?: StatementLine };

/** Lines, from a fold or from a statement that was retrieved. */
export type Lines = { sections: { lines: StatementLine[] }[] } | { lines: RetrievedLine[] };

export type RetrievedLine = Omit<StatementLine, "bank_effect_cents"> & { amount_usd: number };

function linesOf(statement: Lines): StatementLine[] {
  if ("sections" in statement && !("lines" in statement)) {
    return statement.sections.flatMap(({ lines }) => lines);
  }
  return (statement as { lines: RetrievedLine[] }).lines.map(({ amount_usd, ...line }) => ({
    ...line,
    bank_effect_cents: Math.round(amount_usd * 100),
  }));
}

/**
 * The first lines in which two statements differ, in the order of posting.
 * @param ours and theirs as folded, or as retrieved from the API
 */
export function compareStatements(ours: Lines, theirs: Lines, atMost = 10): Difference[] {
  const [own, other] = [ours, theirs].map(
    (one) => new Map(linesOf(one).map((line) => [line.transfer_id, line])),
  ) as [Map<string, StatementLine>, Map<string, StatementLine>];
  const differences: Difference[] = [];
  for (const line of [...own.values(), ...other.values()].sort(inOrder)) {
    const { transfer_id } = line;
    const [mine, yours] = [own.get(transfer_id), other.get(transfer_id)];
    if (mine && yours && (line !== mine || canonical(mine) === canonical(yours))) continue;
    differences.push({ transfer_id, ...(mine && { ours: mine }), ...(yours && { theirs: yours }) });
    if (differences.length === atMost) break;
  }
  return differences;
}
