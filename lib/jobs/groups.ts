/** Groups: pushes and deliveries enqueued at about the same time share one run, which retries them until all are settled. */
import type { Engine } from "./engines.ts";
import type { GroupOf, Job, JobRow, Jobs } from "./enqueue.ts";
import type { Targets } from "./targets.ts";

/** A bank with more jobs than this in a batch gets groups of its own. */
const MANY_OF_ONE_BANK = 4;
/** The pool of groups that banks share, and how many owners it has. */
const SHARED = "shared";
const SHARED_OWNERS = 8;
/** A lane has two slots, an owner eight. */
const LANES_PER_OWNER = 4;

/** The jobs that are dispatched in groups, and their groups' jobs. */
export const GROUPED = {
  "donation/push.requested": "donation/pushes.requested",
  "webhook/delivery.requested": "webhook/deliveries.requested",
} as const;

export type ItemJob = keyof typeof GROUPED;
type Item = Jobs[ItemJob];
type ItemRow = JobRow & { name: ItemJob };
type Lane = Pick<GroupOf<ItemJob>, "lane" | "owner">;

const isItem = (row: JobRow): row is ItemRow => row.name in GROUPED;

/** The ID of the school or endpoint that the job calls. */
export const targetOf = (item: Item): string =>
  "school_id" in item ? item.school_id : item.endpoint_id;

const bankOf = ({ bank_id: bankId = "none" }: Item): string => bankId;

/** The lane of one bank's calls to one target. */
export function ownLane(item: Item): Lane {
  return { lane: `${bankOf(item)} ${targetOf(item)}`, owner: bankOf(item) };
}

/** A pool's lanes are used in turn. */
function laneIn(pool: string, turn: number): Lane {
  const owner = pool === SHARED ? `${SHARED} ${turn % SHARED_OWNERS}` : pool;
  const nth = pool === SHARED ? Math.floor(turn / SHARED_OWNERS) : turn;
  return { lane: `${owner} ${nth % LANES_PER_OWNER}`, owner };
}

const chunksOf = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  );

/** @param poolOf the pool whose groups an item joins; if undefined, it's grouped by bank and target */
function groupsOf(
  rows: ItemRow[],
  size: number,
  poolOf = (_row: ItemRow): string | undefined => undefined,
  turnOf = (_pool: string) => 0,
): Job[] {
  const keyOf = (row: ItemRow) => `${row.name} ${poolOf(row) ?? ownLane(row.data).lane}`;
  const pools = Map.groupBy(rows, keyOf);
  const groups = [...pools.values()].flatMap((all) => chunksOf(all, size)) as [ItemRow][];
  return groups.map((group) => {
    const [first] = group;
    const pool = poolOf(first);
    const lane = pool === undefined ? ownLane(first.data) : laneIn(pool, turnOf(pool));
    const data = { ...lane, items: group.map((row) => row.data) };
    return { name: GROUPED[first.name], data } as Job;
  });
}

export function groupsByTarget(name: ItemJob, items: Item[], size: number): Job[] {
  const rows = items.map((data) => ({ id: "", name, data }) as ItemRow);
  return groupsOf(rows, size);
}

/**
 * Replaces pushes and deliveries with jobs for groups of them. Healthy targets share groups, across banks as long as each
 * has few items. All others are grouped by bank and target.
 */
export function formGroups(
  jobs: JobRow[],
  known: Targets,
  { groupSize }: Engine,
): { groups: Job[]; others: JobRow[] } {
  const items = jobs.filter(isItem);
  const isHealthy = ({ data }: ItemRow) => known.isHealthy(targetOf(data));
  const ofBank = ({ name, data }: ItemRow) => `${name} ${bankOf(data)}`;
  const healthy = Map.groupBy(items.filter(isHealthy), ofBank);
  const poolOf = (row: ItemRow) => {
    const bank = bankOf(row.data);
    if (known.isQuarantined(bank)) return undefined;
    const isMany = (healthy.get(ofBank(row)) ?? []).length > MANY_OF_ONE_BANK;
    if (isHealthy(row)) return isMany ? `${bank} healthy` : SHARED;
    // A school that hasn't been called yet: if it hangs, it doesn't take the slots of the bank's healthy targets.
    const isNew = "school_id" in row.data && !known.isUnhealthy(row.data.school_id);
    return isNew ? `${bank} new` : undefined;
  };
  const groups = groupsOf(items, groupSize, poolOf, known.turnOf);
  return { groups, others: jobs.filter((job) => !isItem(job)) };
}

/** The jobs to start: groups in place of their items. */
export function groupAll(jobs: JobRow[], known: Targets, on: Engine): Job[] {
  const { groups, others } = formGroups(jobs, known, on);
  return [...others, ...groups];
}
