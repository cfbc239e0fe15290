/** Which jobs share a run. */
import { v7 as uuidv7 } from "uuid";
import { expect, it } from "vitest";
import { EMBEDDED, REMOTE } from "./engines.ts";
import type { GroupOf, Job, JobRow } from "./enqueue.ts";
import { formGroups, type ItemJob } from "./groups.ts";
import { createTargets } from "./targets.ts";

const SIZE = EMBEDDED.groupSize;

const push = (bank_id: string, school_id = "s"): JobRow => {
  const id = uuidv7();
  return { id, name: "donation/push.requested", data: { donation_id: id, school_id, bank_id } };
};
const delivery = (bank_id: string, endpoint_id = "e"): JobRow => {
  const id = uuidv7();
  const data = { delivery_id: id, endpoint_id, bank_id, generation: 0 };
  return { id, name: "webhook/delivery.requested", data };
};
const several = (count: number, job: () => JobRow) => Array.from({ length: count }, job);

/** Targets of which these are known to be healthy. */
function knowing(...healthy: string[]) {
  const known = createTargets(() => 0);
  for (const target of healthy) known.record(target, "answered");
  return known;
}

/** Each group's kind, size, and lane, without the lane's number. */
const shapesOf = (groups: Job[]) =>
  groups
    .map(({ name, data }) => {
      const { items, lane } = data as GroupOf<ItemJob>;
      return `${name.split("/")[1]} ${items.length} ${lane.replace(/( \d+)+$/, "")}`;
    })
    .sort();

it("doesn't change other jobs", () => {
  const email: JobRow = { id: uuidv7(), name: "email/send.requested", data: { email_id: "m" } };
  expect(formGroups([email], knowing(), EMBEDDED)).toEqual({ groups: [], others: [email] });
});

it("forms groups of one kind, with all items' data", () => {
  const [pushes, deliveries] = [several(2, () => push("a")), several(3, () => delivery("b"))];
  const { groups, others } = formGroups([...pushes, ...deliveries], knowing("s", "e"), EMBEDDED);
  expect(others).toEqual([]);
  expect(shapesOf(groups)).toEqual(["deliveries.requested 3 shared", "pushes.requested 2 shared"]);
  expect(groups.map(({ data }) => (data as GroupOf<ItemJob>).items)).toEqual(
    [pushes, deliveries].map((jobs) => jobs.map(({ data }) => data)),
  );
});

it("gives a bank with many jobs groups of its own, and lets those with few share", () => {
  const jobs = [
    ...several(2 * SIZE + 1, () => push("many")),
    ...several(4, () => push("few")),
    ...several(3, () => push("fewer")),
  ];
  expect(shapesOf(formGroups(jobs, knowing("s"), EMBEDDED).groups)).toEqual([
    "pushes.requested 1 many healthy",
    `pushes.requested ${SIZE} many healthy`,
    `pushes.requested ${SIZE} many healthy`,
    "pushes.requested 7 shared",
  ]);
});

it("groups targets not known to be healthy by bank and target", () => {
  const known = knowing("good");
  known.record("bad", "failed");
  const jobs = [
    ...several(REMOTE.groupSize + 1, () => delivery("a", "bad")),
    ...several(2, () => delivery("b", "bad")),
    delivery("a", "new"),
    delivery("a", "good"),
  ];
  expect(shapesOf(formGroups(jobs, known, REMOTE).groups)).toEqual([
    "deliveries.requested 1 a bad",
    "deliveries.requested 1 a new",
    "deliveries.requested 1 shared",
    "deliveries.requested 2 b bad",
    `deliveries.requested ${REMOTE.groupSize} a bad`,
  ]);
});

it("keeps a bank's gifts to schools that haven't been called yet separate from those to healthy ones", () => {
  const known = knowing("good");
  const jobs = ["fresh", "fresher", "good"].map((school) => push("a", school));
  expect(shapesOf(formGroups(jobs, known, EMBEDDED).groups)).toEqual([
    "pushes.requested 1 shared",
    "pushes.requested 2 a new",
  ]);
  known.record("fresh", "hangs");
  expect(shapesOf(formGroups(jobs, known, EMBEDDED).groups)).toEqual([
    "pushes.requested 1 a fresh",
    "pushes.requested 1 a new",
    "pushes.requested 1 shared",
  ]);
});

it("shares no groups with a bank whose calls have hung", () => {
  const known = knowing("good");
  for (let n = 0; n < 4; n++) known.record("bad", "hangs", "a");
  const { groups } = formGroups([delivery("a", "good"), delivery("b", "good")], known, EMBEDDED);
  expect(shapesOf(groups)).toEqual([
    "deliveries.requested 1 a good",
    "deliveries.requested 1 shared",
  ]);
});

it("spreads shared groups over lanes, four per owner", () => {
  const known = knowing("s");
  const lanes = several(32, () => push("a")).flatMap((job) =>
    formGroups([job], known, EMBEDDED).groups.map(({ data }) => data as GroupOf<ItemJob>),
  );
  expect(new Set(lanes.map(({ lane }) => lane)).size).toBe(32);
  expect(new Set(lanes.map(({ owner }) => owner)).size).toBe(8);
});
