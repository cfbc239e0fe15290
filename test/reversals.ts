/** Reverses gifts. */
import { expect } from "vitest";
import { db } from "#lib/database/prisma.ts";
import { ask, attempt } from "./corrections.ts";
import { system } from "./factories.ts";

/** Reverses some of a gift. @param at when, if not now */
export async function reverse(donationId: string, cents: number, at?: Date): Promise<void> {
  const id = await ask(system, donationId, { kind: "reverse", dollar_amount: cents / 100 });
  expect(await attempt(id)).toMatchObject({ status: "succeeded" });
  if (at) await db().correction.update({ where: { id }, data: { decidedAt: at } });
}
