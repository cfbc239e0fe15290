import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { pool } from "#lib/database/pool.ts";
import { donorNumberOf, giftNumberOf, parseGiftNumber } from "./gift-number.ts";

const ids = Array.from({ length: 500 }, () => randomUUID());

describe("a gift number", () => {
  it("is the same for the same donation, at most 20 characters, and no number to a spreadsheet", () => {
    expect(giftNumberOf("01989a64-8d20-7b1c-9a44-2f7f0f6f5a10")).toBe("G-Q43KRF0HBRQBN");
    for (const id of ids) expect(giftNumberOf(id)).toMatch(/^G-[0-9A-HJKMNP-TV-Z]{13}$/);
  });

  it("names the donation that the database finds by it", async () => {
    const text = "select id, gift_number(id)::text as number from unnest($1::uuid[]) id";
    const { rows } = await pool().query<{ id: string; number: string }>(text, [ids]);
    for (const { id, number } of rows) {
      expect(parseGiftNumber(giftNumberOf(id))).toBe(BigInt(number));
    }
    expect(rows).toHaveLength(ids.length);
  });

  it("is read as people type it", () => {
    const id = ids.find((one) => /[01]/.test(giftNumberOf(one))) as string;
    const number = giftNumberOf(id);
    const typed = [number.toLowerCase(), ` ${number} `, number.replace("-", "")];
    typed.push(number.replaceAll("0", "O").replaceAll("1", "l"));
    for (const text of typed) expect(parseGiftNumber(text), text).toBe(parseGiftNumber(number));
  });

  it("with any one wrong character isn't a gift number", () => {
    const number = giftNumberOf(ids[0] as string);
    for (let at = 2; at < number.length; at++) {
      for (const other of "0123456789ABCDEFGHJKMNPQRSTVWXYZ") {
        if (other === number[at]) continue;
        const wrong = number.slice(0, at) + other + number.slice(at + 1);
        expect(parseGiftNumber(wrong), wrong).toBeNull();
      }
    }
    for (const text of ["", "G-", "G-123", ids[0] as string, `${number}0`, "G-UUUUUUUUUUUUU"]) {
      expect(parseGiftNumber(text), text).toBeNull();
    }
  });
});

it("a donor has another number at every school", () => {
  const [id = ""] = ids;
  expect(donorNumberOf("ohio-state", id)).toMatch(/^C-[0-9A-HJKMNP-TV-Z]{13}$/);
  expect(donorNumberOf("ohio-state", id)).not.toBe(donorNumberOf("michigan", id));
});
