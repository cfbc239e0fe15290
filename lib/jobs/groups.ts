/** Groups: pushes and deliveries that become due at about the same moment share a run, which carries them to their end. */
import type { Engine } from "./engines.ts";
import type { GroupOf, Job, JobRow, Jobs } from "./enqueue.ts";
import type { Targets } from "./targets.ts";

/** A bank with more jobs than this at a time gets groups of its own. */
const MANY_OF_ONE_BANK = 4;
/** The owners of groups of several banks. */
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

/** One of the owner's lanes, by the random end of a job's ID. */
function someLane(owner: string, { id }: JobRow): Lane {
  return { lane: `${owner} ${Number.parseInt(id.slice(-4, -2), 16) % LANES_OF_AN_OWNER}`, owner };
}

const sharedLane = (first: ItemRow): Lane =>
  someLane(`shared ${Number.parseInt(first.id.slice(-2), 16) % SHARED_OWNERS}`, first);

/** For a bank's sound targets: what hangs takes none of their slots. */
const soundLane = (first: ItemRow): Lane => someLane(`${bankOf(first.data)} sound`, first);

const chunksOf = <T>(all: T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, n) =>
    all.slice(n * size, (n + 1) * size),
  );

function groupJob(name: ItemJob, lane: Lane, items: Item[]): Job {
  return { name: GROUPED[name], data: { ...lane, items } } as Job;
}

/** Groups by bank and target. */
export const groupsApart = (name: ItemJob, items: Item[], size: number): Job[] =>
  [...Map.groupBy(items, (item) => ownLane(item).lane).values()]
    .flatMap((ofLane) => chunksOf(ofLane, size))
    .map((some) => groupJob(name, ownLane(some[0] as Item), some));

const groupsIn = (rows: ItemRow[], size: number, laneOf: (first: ItemRow) => Lane): Job[] =>
  chunksOf(rows, size).map((some) => {
    const [first] = some as [ItemRow];
    return groupJob(
      first.name,
      laneOf(first),
      some.map(({ data }) => data),
    );
  });

/** Groups of one kind of work. */
function groupsOf(name: ItemJob, rows: ItemRow[], known: Targets, size: number): Job[] {
  const isSound = ({ data }: ItemRow) =>
    known.isSound(targetOf(data)) && !known.isAlone(bankOf(data));
  const { sound = [], others = [] } = Object.groupBy(rows, (row) =>
    isSound(row) ? "sound" : "others",
  );
  const byBank = [...Map.groupBy(sound, ({ data }) => bankOf(data)).values()];
  const few = byBank.filter((some) => some.length <= MANY_OF_ONE_BANK).flat();
  const many = byBank.filter((some) => some.length > MANY_OF_ONE_BANK);
  return [
    ...groupsIn(few, size, sharedLane),
    ...many.flatMap((some) => groupsIn(some, size, soundLane)),
    ...groupsApart(
      name,
      others.map(({ data }) => data),
      size,
    ),
  ];
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
  const byKind = Map.groupBy(jobs.filter(isItem), ({ name }) => name);
  const groups = [...byKind].flatMap(([name, rows]) => groupsOf(name, rows, known, groupSize));
  return { groups, others: jobs.filter((job) => !isItem(job)) };
}
