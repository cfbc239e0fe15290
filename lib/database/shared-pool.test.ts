import { afterAll, expect, it } from "vitest";
import { env } from "../env.ts";
import { movePoolShareTo, SharedPool, withPoolShareOf } from "./shared-pool.ts";

const pool = new SharedPool({ connectionString: env().databaseUrl, max: 6 });
afterAll(() => pool.end());

it("a team's members have one share of the connections between them, a third", async () => {
  const connectAs = (person: string, team: string) =>
    withPoolShareOf(person, async () => {
      movePoolShareTo(team);
      return pool.connect();
    });
  const [first, second] = [await connectAs("ann", "team"), await connectAs("ben", "team")];
  const third = connectAs("cam", "team");
  // Another team doesn't wait.
  (await connectAs("dee", "other")).release();
  expect(pool.totalCount).toBe(3);
  first.release();
  (await third).release();
  second.release();
});
