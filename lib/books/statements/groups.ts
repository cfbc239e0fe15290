/** Sums up a statement's transfers, so that a bank finds what it's missing without asking for all of them. */
import { createHash, type Hash } from "node:crypto";
import { asCents, type Cents } from "../../money.ts";
import { bankEffectOf } from "../postings.ts";
import type { ClosedStatement } from "./contract.ts";
import type { TransferRow } from "./sql.ts";

/** The most groups by school, day, and kind. With more, an event sums up by school, and by day. */
const MAX_GROUPS = 1_000;

type Group = ClosedStatement["groups"][number];
type Key = Pick<Group, "school_id" | "day" | "kind">;

const textOf = ({ school_id, day, kind }: Key) => `${school_id ?? ""} ${day ?? ""} ${kind}`;
const byKey = (a: Key, b: Key) => (textOf(a) < textOf(b) ? -1 : 1);

/** Groups of one kind of key. */
class Grouping {
  private readonly groups = new Map<string, Key & { count: number; cents: Cents; ids: Hash }>();
  get size(): number {
    return this.groups.size;
  }

  add(key: Key, { id, kind, cents }: TransferRow): void {
    const text = textOf(key);
    const known = this.groups.get(text);
    const group = known ?? { ...key, count: 0, cents: asCents(0), ids: createHash("sha256") };
    group.count += 1;
    group.cents = asCents(group.cents + bankEffectOf(kind, cents));
    group.ids.update(`${id}\n`);
    if (!known) this.groups.set(text, group);
  }

  finish = (): Group[] =>
    [...this.groups.values()].sort(byKey).map(({ ids, cents: effect_cents, ...group }) => ({
      ...group,
      effect_cents,
      ids_hash: ids.digest("hex"),
    }));
}

/** The groups of transfers, which are added in their order. */
export class Groups {
  private readonly fine = new Grouping();
  private readonly bySchool = new Grouping();
  private readonly byDay = new Grouping();

  add(rows: TransferRow[]): void {
    for (const row of rows) {
      const { schoolId: school_id, kind } = row;
      const day = row.postedAt.toISOString().slice(0, 10);
      if (this.fine.size <= MAX_GROUPS) this.fine.add({ school_id, day, kind }, row);
      this.bySchool.add({ school_id, day: null, kind }, row);
      this.byDay.add({ school_id: null, day, kind }, row);
    }
  }

  finish = (): Group[] =>
    this.fine.size <= MAX_GROUPS
      ? this.fine.finish()
      : [...this.bySchool.finish(), ...this.byDay.finish()];
}
