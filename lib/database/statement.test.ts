import { randomUUID } from "node:crypto";
import { expect, expectTypeOf, it } from "vitest";
import { makeSchool } from "#test/factories.ts";
import type { Cents } from "../money.ts";
import { asBoolean, insertFrom } from "./expressions.ts";
import { affected, runForOne } from "./run.ts";
import { type Parameters, recordset, statement } from "./statement.ts";
import { kysely } from "./tables.ts";
import { transaction } from "./transaction.ts";

type NewBank = { id: string; name: string; createdAt: Date; embedOrigins: string[] };

const insertBanks = statement((given: Parameters<{ banks: NewBank[]; least: string }>) =>
  kysely
    .with("input", (db) =>
      db
        .selectFrom(
          recordset(given.banks, "input", {
            id: "uuid",
            name: "text",
            createdAt: "timestamptz",
            embedOrigins: "text[]",
          }),
        )
        .selectAll(),
    )
    .with("inserted", (db) =>
      insertFrom(
        db,
        "bank",
        db
          .selectFrom("input")
          .select(["createdAt", "name", "input.id", "embedOrigins"])
          .where("name", ">", given.least)
          .orderBy("name"),
      ).returning(["id", "name", "createdAt", "contactEmail", "embedOrigins"]),
    )
    .selectFrom("inserted")
    .select((of) => asBoolean(of("contactEmail", "is not", null)).as("hasContact"))
    .selectAll(),
);

const bankOf = (name: string): NewBank => ({
  id: randomUUID(),
  name,
  createdAt: new Date("2026-11-22T10:00:00.123Z"),
  embedOrigins: ["https://a.example", 'c,"d"'],
});

it("takes named parameters, many rows as one parameter, and returns typed rows", async () => {
  const [first, second, third] = [bankOf('b\'s "1"'), bankOf("b2"), bankOf("a3")];
  const banks = [second, first, third] as NewBank[];
  const rows = await insertBanks({ least: "b", banks });
  expectTypeOf(rows).toEqualTypeOf<
    {
      id: string;
      name: string;
      createdAt: Date;
      contactEmail: string | null;
      embedOrigins: string[];
      hasContact: boolean;
    }[]
  >();
  expect(rows[0]).toEqual({ ...first, contactEmail: null, hasContact: false });
  expect(rows.map((row) => row.name)).toEqual(['b\'s "1"', "b2"]);
  expect(await insertBanks({ banks: [], least: "b" })).toEqual([]);
});

it("replaces a lone surrogate with U+FFFD, even inside a list of rows", async () => {
  const [row] = await insertBanks({ banks: [bankOf("cut \ud83d")], least: "" });
  expect(row?.name).toBe("cut \ufffd");
});

it("runs in the given transaction", async () => {
  const bank = bankOf("rolled back");
  const failing = transaction(async (tx) => {
    expect(await insertBanks({ banks: [bank], least: "" }, tx)).toHaveLength(1);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  const found = kysely.selectFrom("bank").select("id").where("id", "=", bank.id);
  expect(await runForOne(found)).toBeUndefined();
});

it("types money as cents, and returns camelCase column names", async () => {
  const schoolId = await makeSchool({ minimumCents: 2_550 });
  const school = await runForOne(
    kysely.selectFrom("school").select(["id", "minimumDonationCents"]).where("id", "=", schoolId),
  );
  expectTypeOf(school).toEqualTypeOf<{ id: string; minimumDonationCents: Cents } | undefined>();
  expect(school).toEqual({ id: schoolId, minimumDonationCents: 2_550 });
});

it("returns the number of affected rows", async () => {
  const bank = bankOf("to delete");
  await insertBanks({ banks: [bank], least: "" });
  const remove = kysely.deleteFrom("bank").where("id", "=", bank.id);
  expect(await affected(remove)).toBe(1);
  expect(await affected(remove)).toBe(0);
});

it("refuses to insert unnamed values, and values without a column", () => {
  const named = kysely.selectFrom("bank").select(["id", "name", "createdAt"]);
  expect(insertFrom(kysely, "bank", named).compile().sql).toBe(
    'insert into "bank" ("id", "name", "created_at") select "id", "name", "created_at" from "bank"',
  );
  // @ts-expect-error a bank has no such column, and needs others
  insertFrom(kysely, "bank", kysely.selectFrom("account").select("accountId"));
  const all = kysely.selectFrom("bank").selectAll();
  expect(() => insertFrom(kysely, "bank", all)).toThrow(TypeError);
});
