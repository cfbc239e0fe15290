import { expect, it } from "vitest";
import { z } from "zod";
import { serialize } from "./serialize.ts";

const gift = z.object({
  gift_id: z.string(),
  created_at: z.string(),
  failed_at: z.string().nullable(),
  account_id: z.string().optional(),
  status: z.enum(["pending", "completed"]),
});

it("shows the columns that the contract lists, times as text, and nothing else", () => {
  const at = new Date("2026-11-21T14:05:10.402Z");
  const row = { id: "1", createdAt: at, failedAt: null, status: "pending", secretHash: "hidden" };
  expect(serialize(gift, row, { gift_id: row.id })).toEqual({
    gift_id: "1",
    created_at: "2026-11-21T14:05:10.402Z",
    failed_at: null,
    status: "pending",
  });
});

it("prefers what is given, and leaves out what is given as undefined", () => {
  const row = {
    giftId: "1",
    createdAt: "now",
    failedAt: "then",
    accountId: "a",
    status: "pending",
  };
  const shown = serialize(gift, row, { failed_at: null, account_id: undefined });
  expect(Object.entries(shown)).toEqual([
    ["gift_id", "1"],
    ["created_at", "now"],
    ["failed_at", null],
    ["status", "pending"],
  ]);
});
