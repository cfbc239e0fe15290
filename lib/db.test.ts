import { setTimeout } from "node:timers/promises";
import { expect, it } from "vitest";
import { isDatabaseUnavailable, pool, transaction } from "./db.ts";

it("survives the loss of a connection between two statements of a transaction", async () => {
  const lost = transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => tx.once("end", resolve));
    await pool().query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    // While nothing is asked of it, nobody but a listener hears of the end.
    await ended;
    await tx.query("select 1");
  });
  // So that a request says 503, after which banks ask again, and not 500.
  await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
  // An error that nobody caught would come up by now, and fail the run.
  await setTimeout(10);
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
