/** Which jobs share a run. */
import { afterEach, expect, it } from "vitest";
import { rereadEnv } from "../env.ts";
import type { JobRow, Jobs } from "./enqueue.ts";
import { createGroups, GROUP_SIZE } from "./groups.ts";

let elapsed = 0;
const make = () => createGroups(() => elapsed);

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

/** The sizes of what was formed, and whose slots it takes: `own` if it is of several banks. */
const shapeOf = (formed: JobRow[]) =>
  formed.map(({ id, name, data }) => {
    if (!("members" in data)) return name;
    return `${name} ${data.members.length} ${data.owner === id ? "own" : data.owner}`;
  });

afterEach(() => {
  delete process.env.PUSH_RETRY_SCHEDULE;
  rereadEnv();
});

it("leaves alone what is alone, other jobs, and attempts that are no first ones or not due yet", () => {
  const later = { not_before: "2026-11-21T21:17:26Z" };
  const jobs = [
    push("a", { attempt: 2 }),
    push("a", { held: true }),
    push("a", later),
    push("a"),
    delivery("a"),
    { id: "m", name: "mail/send.requested", data: { mail_id: "m" } } as const,
  ];
  expect(new Set(make().form(jobs))).toEqual(new Set(jobs));
});

it("forms groups of one kind, with all of their data", () => {
  const [pushes, deliveries] = [several(2, () => push("a")), several(3, () => delivery("b"))];
  const formed = make().form([...pushes, ...deliveries]);
  expect(shapeOf(formed)).toEqual([
    "donation/pushes.requested 2 own",
    "webhook/deliveries.requested 3 own",
  ]);
  expect(formed.map(({ data }) => (data as { members: unknown }).members)).toEqual(
    [pushes, deliveries].map((jobs) => jobs.map(({ data }) => data)),
  );
  expect(new Set(formed.map(({ id }) => id)).size).toBe(2);
});

it("gives a bank with many jobs groups of its own, and lets those with few share", () => {
  const jobs = [
    ...several(2 * GROUP_SIZE + 1, () => push("many")),
    ...several(4, () => push("few")),
    ...several(3, () => push("fewer")),
  ];
  expect(shapeOf(make().form(jobs)).sort()).toEqual([
    "donation/push.requested",
    `donation/pushes.requested ${GROUP_SIZE} many`,
    `donation/pushes.requested ${GROUP_SIZE} many`,
    "donation/pushes.requested 7 own",
  ]);
});

it("keeps out for a while what was slow or has failed", () => {
  const known = make();
  const jobs = several(3, () => delivery("a", "slow"));
  known.leaveAlone("slow");
  expect(shapeOf(known.form([...jobs, ...several(2, () => delivery("a", "fast"))]))).toEqual([
    ...Array(3).fill("webhook/delivery.requested"),
    "webhook/deliveries.requested 2 own",
  ]);
  elapsed += 15_001;
  expect(shapeOf(known.form(jobs))).toEqual(["webhook/deliveries.requested 3 own"]);
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
  expect(make().form(jobs)).toEqual(jobs);
});
