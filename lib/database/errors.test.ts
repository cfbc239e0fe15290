import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "./errors.ts";
import { pool } from "./pool.ts";
import { db } from "./prisma.ts";
import { transaction } from "./transaction.ts";

// Each insert fails with the SQLSTATE that is the row's key.
beforeAll(async () => {
  await pool().query(`
    create or replace function fail_with_key() returns trigger language plpgsql as
      $$ begin raise exception 'requested by the test' using errcode = NEW.key; end $$;
    create or replace trigger fail_with_key before insert on rate_window
      for each row when (NEW.key ~ '^[0-9A-Z]{5}$') execute function fail_with_key()`);
});

afterAll(async () => {
  await pool().query("drop function fail_with_key cascade");
});

const clients = {
  "plain SQL": (state: string) =>
    pool().query("insert into rate_window (key) values ($1)", [state]),
  Prisma: (state: string) => db().rateWindow.create({ data: { key: state } }),
};

describe.each(Object.entries(clients))("an error from %s", (_, insert) => {
  it.each([
    ["53100", "the disk is full"],
    ["53200", "out of memory"],
    ["53300", "all connections are taken"],
    ["57014", "the statement timed out"],
    ["57P01", "the server is shutting down"],
    ["57P03", "the server is starting up"],
    ["58030", "disk I/O failed"],
    ["25006", "the database is read-only"],
  ])("%s means that the database is temporarily unavailable: %s", async (state) => {
    const thrown = await insert(state).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isDatabaseUnavailable(thrown)).toBe(true);
  });

  it.each([
    ["23505", "a unique constraint was violated"],
    ["23514", "a check constraint was violated"],
    ["42P01", "the table does not exist"],
    ["XX001", "data is damaged"],
  ])("%s does not mean unavailability: %s", async (state) => {
    const thrown = await insert(state).then(
      () => null,
      (error: unknown) => error,
    );
    expect(thrown).toBeInstanceOf(Error);
    expect(isDatabaseUnavailable(thrown)).toBe(false);
  });
});

it("no other error counts as unavailability", () => {
  for (const thrown of [undefined, null, "57P01", 53_100, {}, new Error("unknown")]) {
    expect(isDatabaseUnavailable(thrown)).toBe(false);
  }
});

it("reports a connection lost between two statements of a transaction as unavailability", async () => {
  const lost = transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => tx.once("end", resolve));
    await pool().query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    // While the connection is idle, only a listener learns that it was closed.
    await ended;
    await tx.query("select 1");
  });
  // Requests then answer 503, which banks retry, instead of 500.
  await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
  // An uncaught error would have failed the run by now.
  await setTimeout(10);
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
