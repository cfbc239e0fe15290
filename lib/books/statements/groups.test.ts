import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { foldStatement } from "../../../packages/client/books.ts";
import { asCents } from "../../money.ts";
import { wireTransfer } from "../postings.ts";
import { Groups } from "./groups.ts";

const FROM = Date.UTC(2026, 10, 1);

/** A gift per school and day, in the order of posting, and what a bank has of them. */
function gifts(schools: number, days: number) {
  const rows = Array.from({ length: schools * days }, (_, n) => ({
    id: randomUUID(),
    causeId: randomUUID(),
    kind: "gift" as const,
    schoolId: `school-${String(n % schools).padStart(4, "0")}`,
    cents: asCents(100 + n),
    correctsId: null,
    postedAt: new Date(FROM + Math.floor(n / schools) * 86_400_000 + (n % schools)),
  }));
  const groups = new Groups();
  groups.add(rows);
  const closed = {
    type: "statement.closed",
    data: {
      ...{ number: 1, from: "2026-11-01T00:00:00.000Z", to: "2026-12-01T00:00:00.000Z" },
      ...{ opening_cents: 0, previous_digest: null, digest: "", sections: [] },
      groups: groups.finish(),
    },
  };
  const events = rows.map((row) => ({
    type: "donation.completed",
    data: { transfers: [wireTransfer(row)] },
  }));
  return { closed, events };
}

const gapsWithout = (missing: number, { closed, events }: ReturnType<typeof gifts>) =>
  foldStatement([...events.toSpliced(missing, 1), closed] as never, 1).gaps;

const ONE = { kind: "gift", expected_count: 1, found_count: 0, found_cents: 0 };

it("names school and day of what is missing", () => {
  const all = gifts(100, 10);
  expect(all.closed.data.groups).toHaveLength(1_000);
  const gap = { ...ONE, school_id: "school-0042", day: "2026-11-03", expected_cents: 342 };
  expect(gapsWithout(242, all)).toEqual([gap]);
});

it("stays small for many schools, and names both, each with what it should be", () => {
  const all = gifts(1_200, 30);
  expect(all.closed.data.groups).toHaveLength(1_200 + 30);
  const [ofDay, ofSchool, ...others] = gapsWithout(2 * 1_200 + 42, all);
  expect(others).toEqual([]);
  expect(ofDay).toMatchObject({ school_id: null, day: "2026-11-03", expected_count: 1_200 });
  expect(ofDay?.found_count).toBe(1_199);
  expect(ofSchool).toMatchObject({ school_id: "school-0042", day: null, expected_count: 30 });
  expect(ofSchool?.found_count).toBe(29);
});
