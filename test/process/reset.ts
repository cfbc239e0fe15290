import { expect, it } from "vitest";
import { eventually } from "./application.ts";
import { app } from "./quick-retries.ts";

async function donate(reference: string, dollars: number): Promise<string> {
  const body = {
    bank_transaction_ref: reference,
    dollar_amount: dollars,
    school_id: "ohio-state",
    fund_designation: "annual-fund",
  };
  return (await app.bankClient().POST("/v1/donations/request", { body })).data.donation_id;
}

const statusOf = async (id: string): Promise<string | undefined> =>
  (await app.api("GET", `/v1/donations/${id}`)).body.data?.status;

it("resets a running sandbox: work in progress ends, and the sandbox keeps working", async () => {
  const key = app.demoKey;
  const before = app.output.length;
  const held = await Promise.all([1, 2, 3].map((n) => donate(`held-${n}`, 20.94)));
  const done = await donate("done", 20);
  await eventually(async () => (await statusOf(done)) === "completed" || undefined, "it completes");
  expect(await statusOf(held[0] as string)).toBe("pending");

  expect(await app.admin("demo", "reset", "--all", "--yes")).toEqual({ reset: true });

  expect(app.demoKey).toBe(key);
  for (const id of [...held, done]) {
    expect((await app.api("GET", `/v1/donations/${id}`)).status).toBe(404);
  }
  const again = await donate("done", 20);
  expect(again).not.toBe(done);
  await eventually(async () => (await statusOf(again)) === "completed" || undefined, "it works");
  const { banks } = await app.admin("bank", "list");
  expect(banks).toHaveLength(2);
  const errors = app.output
    .slice(before)
    .split("\n")
    .filter((line) => line.includes('"level":"error"'));
  expect(errors).toEqual([]);
});
