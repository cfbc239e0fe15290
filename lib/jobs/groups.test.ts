/** Which jobs share a run. */
import { afterEach, expect, it } from "vitest";
import { rereadEnv } from "../env.ts";
import { EMBEDDED, REMOTE } from "./engines.ts";
import type { JobRow, Jobs } from "./enqueue.ts";
import { createGroups } from "./groups.ts";

let elapsed = 0;
const SIZE = EMBEDDED.groupSize;
const make = (of = EMBEDDED) => {
  const { form, ...others } = createGroups(() => elapsed);
  return { ...others, form: (jobs: JobRow[]) => form(jobs, of) };
};

type Push = Jobs["donation/push.requested"];
let made = 0;
const push = (bank_id: string, more: Partial<Push> = {}): JobRow => {
  const id = `d-${made++}`;
  return {
    ...{ id, name: "donation/push.requested" },
    data: { donation_id: id, school_id: "s", bank_id, ...more },
  };
};
const delivery = (bank_id: string, endpoint_id = "e"): JobRow => {
  const id = `w-${made++}`;
  const data = { delivery_id: id, endpoint_id, bank_id, generation: 0, attempt: 1 };
  return { id, name: "webhook/delivery.requested", data };
};
const several = (count: number, job: () => JobRow) => Array.from({ length: count }, job);

/** The sizes of what was formed, and whose slots it takes. */
const shapeOf = ({ formed }: { formed: JobRow[] }) =>
  formed.map(({ name, data }) =>
    "members" in data ? `${name} ${data.members.length} ${data.owner}` : name,
  );

afterEach(() => {
  delete process.env.PUSH_RETRY_SCHEDULE;
  rereadEnv();
});

it("leaves alone other jobs, and what is no first attempt or was in a group before", () => {
  const jobs = [
    push("a", { attempt: 2 }),
    push("a", { alone: true }),
    push("a", { alone: true, held: true }),
    { id: "m", name: "mail/send.requested", data: { mail_id: "m" } } as const,
  ];
  expect(make().form(jobs)).toEqual({ formed: [], others: jobs });
});

it("marks a job without company, so that it is in no group if it is sent again", () => {
  const [one, other] = [push("a"), delivery("a")];
  const { formed, others } = make().form([one, other]);
  expect(others).toEqual([]);
  expect(formed).toEqual(
    [one, other].map((job) => ({ ...job, data: { ...job.data, alone: true } })),
  );
  expect(make().form(formed)).toEqual({ formed: [], others: formed });
});

it("forms groups of one kind, with all of their data", () => {
  const [pushes, deliveries] = [several(2, () => push("a")), several(3, () => delivery("b"))];
  const { formed, others } = make().form([...pushes, ...deliveries]);
  expect(others).toEqual([]);
  expect(shapeOf({ formed })).toEqual([
    "donation/pushes.requested 2 several",
    "webhook/deliveries.requested 3 several",
  ]);
  expect(formed.map(({ data }) => (data as { members: unknown }).members)).toEqual(
    [pushes, deliveries].map((jobs) => jobs.map(({ data }) => data)),
  );
  expect(new Set(formed.map(({ id }) => id)).size).toBe(2);
});

it("gives a bank with many jobs groups of its own, and lets those with few share", () => {
  const jobs = [
    ...several(2 * SIZE + 1, () => push("many")),
    ...several(4, () => push("few")),
    ...several(3, () => push("fewer")),
  ];
  expect(shapeOf(make().form(jobs)).sort()).toEqual([
    "donation/push.requested",
    `donation/pushes.requested ${SIZE} many`,
    `donation/pushes.requested ${SIZE} many`,
    "donation/pushes.requested 7 several",
  ]);
});

it("keeps out for a while what was slow or has failed", () => {
  const known = make();
  const jobs = several(3, () => delivery("a", "slow"));
  known.leaveAlone("slow");
  const { formed, others } = known.form([...jobs, ...several(2, () => delivery("a", "fast"))]);
  expect(others).toEqual(jobs);
  expect(shapeOf({ formed })).toEqual(["webhook/deliveries.requested 2 several"]);
  elapsed += 15_001;
  expect(shapeOf(known.form(jobs))).toEqual(["webhook/deliveries.requested 3 several"]);
});

it("loses none that stops being kept out in the very moment", () => {
  const known = createGroups(() => elapsed++);
  for (let moment = 0; moment < 20; moment++) {
    known.leaveAlone("slow");
    elapsed += 15_000 - moment;
    const { formed, others } = known.form(
      several(5, () => delivery("a", "slow")),
      EMBEDDED,
    );
    const members = formed.flatMap(({ data }) => ("members" in data ? data.members : [data]));
    expect(members.length + others.length).toBe(5);
  }
});

it("remembers a limited number of them, the latest", () => {
  const known = make();
  for (let n = 0; n <= 10_000; n++) known.leaveAlone(`e-${n}`);
  expect([known.isAlone("e-0"), known.isAlone("e-1"), known.isAlone("e-10000")]).toEqual([
    false,
    true,
    true,
  ]);
});

it("forms none where the schedule begins with a wait", () => {
  process.env.PUSH_RETRY_SCHEDULE = "1s,2s";
  rereadEnv();
  const jobs = several(2, () => push("a"));
  expect(make().form(jobs)).toEqual({ formed: [], others: jobs });
});

it("with a remote engine, makes a group of one of a job without company: what is alone is kept apart", () => {
  const { formed, others } = make(REMOTE).form([push("a")]);
  expect(others).toEqual([]);
  expect(shapeOf({ formed })).toEqual(["donation/pushes.requested 1 several"]);
});

it("keeps what goes alone in groups of its own with a remote engine, one for each endpoint and bank", () => {
  const known = make(REMOTE);
  known.leaveAlone("slow");
  const jobs = [
    ...several(17, () => delivery("a", "slow")),
    ...several(2, () => delivery("b", "slow")),
    push("a", { alone: true }),
    ...several(2, () => delivery("a")),
  ];
  const single = [
    push("a", { alone: true, attempt: 2 }),
    push("a", { alone: true, own_run: true }),
  ];
  const { formed, others } = known.form([...jobs, ...single]);
  expect(others).toEqual(single);
  expect(shapeOf({ formed })).toEqual([
    "webhook/deliveries.requested 2 several",
    "webhook/deliveries-apart.requested 16 slow a",
    "webhook/deliveries-apart.requested 1 slow a",
    "webhook/deliveries-apart.requested 2 slow b",
    "donation/pushes-apart.requested 1 s a",
  ]);
});
