import { setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isDatabaseUnavailable } from "./errors.ts";
import { pool } from "./pool.ts";
import { db } from "./prisma.ts";
import { transaction } from "./transaction.ts";

// The fake server fails as the row's key says.
beforeAll(async () => {
  await pool().query(`
    create or replace function fail_as_told() returns trigger language plpgsql as
      $$ begin raise exception 'as told' using errcode = NEW.key; end $$;
    create or replace trigger fail_as_told before insert on rate_window
      for each row when (NEW.key ~ '^[0-9A-Z]{5}$') execute function fail_as_told()`);
});

afterAll(async () => {
  await pool().query("drop function fail_as_told cascade");
});

const ways = {
  "a statement by hand": (state: string) =>
    pool().query("insert into rate_window (key) values ($1)", [state]),
  Prisma: (state: string) => db().rateWindow.create({ data: { key: state } }),
};

describe.each(Object.entries(ways))("of %s", (_, insert) => {
  it.each([
    ["53100", "the disk is full"],
    ["53200", "memory is out"],
    ["53300", "all connections are taken"],
    ["57014", "the statement took too long"],
    ["57P01", "it is being stopped"],
    ["57P03", "it is starting up"],
    ["58030", "the disk fails"],
    ["25006", "it may only be read"],
  ])("%s counts as a database that is away for a while: %s", async (state) => {
    const thrown = await insert(state).then(
      () => null,
      (error: unknown) => error,
    );
    expect(isDatabaseUnavailable(thrown)).toBe(true);
  });

  it.each([
    ["23505", "there is one already"],
    ["23514", "a check fails"],
    ["42P01", "there is no such table"],
    ["XX001", "data is damaged"],
  ])("%s does not: %s", async (state) => {
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

it("survives the loss of a connection between two statements of a transaction", async () => {
  const lost = transaction(async (tx) => {
    const { rows } = await tx.query<{ pid: number }>("select pg_backend_pid() as pid");
    const ended = new Promise((resolve) => tx.once("end", resolve));
    await pool().query("select pg_terminate_backend($1)", [rows[0]?.pid]);
    // While the connection is idle, only a listener learns that it was closed.
    await ended;
    await tx.query("select 1");
  });
  // A request then answers 503, which banks retry, and not 500.
  await expect(lost).rejects.toSatisfy(isDatabaseUnavailable);
  // An uncaught error would have failed the run by now.
  await setTimeout(10);
  expect((await pool().query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});
