/** Groups: pushes and deliveries that become due at about the same moment share a run, which carries them to their end. */
import type { Engine } from "./engines.ts";
import type { GroupOf, Job, JobRow, Jobs } from "./enqueue.ts";
import type { Targets } from "./targets.ts";

/** A bank with more jobs than this at a time gets groups of its own. */
const MANY_OF_ONE_BANK = 4;
/** The groups of several banks, and how many owners these have. */
const SHARED = "shared";
const SHARED_OWNERS = 8;
/** Each has two slots, and an owner eight. */
const LANES_OF_AN_OWNER = 4;

/** The jobs that are dispatched in groups, and the jobs of these. */
export const GROUPED = {
  "donation/push.requested": "donation/pushes.requested",
  "webhook/delivery.requested": "webhook/deliveries.requested",
} as const;

export type ItemJob = keyof typeof GROUPED;
type Item = Jobs[ItemJob];
type ItemRow = JobRow & { name: ItemJob };
type Lane = Pick<GroupOf<ItemJob>, "lane" | "owner">;

const isItem = (row: JobRow): row is ItemRow => row.name in GROUPED;

/** Whom the job calls: a school or an endpoint, by ID. */
export const targetOf = (item: Item): string =>
  "school_id" in item ? item.school_id : item.endpoint_id;

const bankOf = ({ bank_id: bankId = "none" }: Item): string => bankId;

/** The lane of a target that is called for one bank only. */
export function ownLane(item: Item): Lane {
  return { lane: `${bankOf(item)} ${targetOf(item)}`, owner: bankOf(item) };
}

/** A pool's lanes take turns. */
function laneIn(pool: string, turn: number): Lane {
  const owner = pool === SHARED ? `${SHARED} ${turn % SHARED_OWNERS}` : pool;
  const nth = pool === SHARED ? Math.floor(turn / SHARED_OWNERS) : turn;
  return { lane: `${owner} ${nth % LANES_OF_AN_OWNER}`, owner };
}

const chunksOf = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  );

/** @param poolOf whom an item shares groups with; undefined: those of its bank and target */
function groupsOf(
  rows: ItemRow[],
  size: number,
  poolOf = (_row: ItemRow): string | undefined => undefined,
  turnOf = (_pool: string) => 0,
): Job[] {
  const keyOf = (row: ItemRow) => `${row.name} ${poolOf(row) ?? ownLane(row.data).lane}`;
  const together = Map.groupBy(rows, keyOf);
  const groups = [...together.values()].flatMap((some) => chunksOf(some, size)) as [ItemRow][];
  return groups.map((some) => {
    const [first] = some;
    const pool = poolOf(first);
    const lane = pool === undefined ? ownLane(first.data) : laneIn(pool, turnOf(pool));
    const data = { ...lane, items: some.map((row) => row.data) };
    return { name: GROUPED[first.name], data } as Job;
  });
}

/** Groups by bank and target. */
export function groupsApart(name: ItemJob, items: Item[], size: number): Job[] {
  const rows = items.map((data) => ({ id: "", name, data }) as ItemRow);
  return groupsOf(rows, size);
}

/**
 * Replaces pushes and deliveries by the jobs of their groups. Targets that have answered well lately share them, those
 * of several banks with a few items of each. All others are grouped by bank and target.
 */
export function formGroups(
  jobs: JobRow[],
  known: Targets,
  { groupSize }: Engine,
): { groups: Job[]; others: JobRow[] } {
  const items = jobs.filter(isItem);
  const isSound = ({ data }: ItemRow) => known.isSound(targetOf(data));
  const ofBank = ({ name, data }: ItemRow) => `${name} ${bankOf(data)}`;
  const sound = Map.groupBy(items.filter(isSound), ofBank);
  const poolOf = (row: ItemRow) => {
    const bank = bankOf(row.data);
    if (known.isAlone(bank)) return undefined;
    const isMany = (sound.get(ofBank(row)) ?? []).length > MANY_OF_ONE_BANK;
    if (isSound(row)) return isMany ? `${bank} sound` : SHARED;
    // A school that hasn't been called yet: if it hangs, it takes none of the slots of a bank's sound targets.
    const isNew = "school_id" in row.data && !known.isUnsound(row.data.school_id);
    return isNew ? `${bank} new` : undefined;
  };
  const groups = groupsOf(items, groupSize, poolOf, known.turnOf);
  return { groups, others: jobs.filter((job) => !isItem(job)) };
}
