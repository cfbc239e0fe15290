import { describe, expect, it } from "vitest";
import { passwordProblem } from "./policy.ts";

const pat = { email: "pat.sample@ohiobank.example", name: "Patricia Sämple" };
const typeOf = (password: string) => passwordProblem(password, pat)?.type;

describe("a new password", () => {
  it("may be any 15 to 128 characters", () => {
    for (const good of [
      "correct horse battery",
      "ahSh4phoo9iech8",
      "лесная тропа у озера",
      "🙂🎉🚗🌲🐈🍎📚🎸🌙⚓🧩🔑🪁🥁🛶",
      "the sample I keep in a jar of clay",
      `${"wandering ".repeat(11)}far from home ok`,
    ]) {
      expect(typeOf(good), good).toBeUndefined();
    }
  });

  it("is measured in characters, after NFC normalization", () => {
    expect(typeOf("ahSh4phoo9iech")).toBe("string_too_short");
    expect(typeOf("e\u0301".repeat(14))).toBe("string_too_short");
    expect(typeOf("🙂".repeat(14))).toBe("string_too_short");
    expect(typeOf(`${"ahSh4phoo9iech8 ".repeat(8)}x`)).toBe("string_too_long");
    expect(typeOf("ahSh4phoo9iech8 ".repeat(8))).toBeUndefined();
  });

  it.each([
    ["one character", "aaaaaaaaaaaaaaaa"],
    ["a short text, repeated", "abc1abc1abc1abc1"],
    ["consecutive digits", "12345678901234567"],
    ["the alphabet", "abcdefghijklmnopqr"],
    ["rows of the keyboard", "qwertyuiopasdfghjkl"],
    ["a common password", "30SecondsToMars"],
    ["a common password, repeated", "PasswordPassword"],
    ["a common password surrounded by digits", "sunshine-2026!!"],
    ["the name", "PatriciaSample1"],
    ["the name with accents", "Patricia Sämple!"],
    ["the email address", "pat.sample@ohiobank.example"],
    ["parts of the email address", "pat-sample-ohiobank-1"],
    ["the name reversed, twice", "sample PATRICIA sample PATRICIA"],
    ["the name with other punctuation", "P.a.t.r.i.c.i.a-S.a.m.p.l.e"],
    ["the name with spaces", "p a t r i c i a s a m p l e"],
    ["the name with many digits", "Patricia.Saemple.1984.2026.1999.2001"],
    ["the name in full-width letters", "Ｐａｔｒｉｃｉａ Ｓａｍｐｌｅ"],
    ["the name with invisible characters", "Pat\u200bricia\u200bSam\u200bple!"],
    ["the product's name", "Points to Giving 1"],
    ["an unpaired surrogate", "ahSh4phoo9iech8\ud800"],
  ])("can't be %s", (_, bad) => {
    expect(typeOf(bad)).toBe("value_error");
  });

  it.each([
    ["Łukasz Sørensen", "lukaszsorensen-1"],
    ["Łukasz Sørensen", "SOERENSEN LUKASZ 2026"],
    ["Jörg Weiß", "JoergWeissJoergWeiss"],
    ["Al Wu", "WuAlWuAlWuAlWuAl 2026!"],
    ["Mary Jane O’Neil", "oneil-jane-mary-77"],
  ])("can't be based on the name %s: %s", (name, password) => {
    const person = { email: "x@y.example", name };
    expect(passwordProblem(password, person)?.type).toBe("value_error");
  });

  it("may contain a very short name", () => {
    const person = { email: "x@y.example", name: "Q" };
    expect(passwordProblem("correct horse battery", person)).toBeNull();
  });

  it("is checked quickly, even with adversarial input", () => {
    const worst = (text: string, length: number) => text.repeat(length).slice(0, length);
    const pieces = ["a", "ab", "\ufdfa", "\u3371", "1", "é", "a ", "ab1 ", "🙂", "aaaaaaab"];
    let slowest = 0;
    for (const [p, n] of pieces.flatMap((p) => pieces.map((n) => [p, n] as const))) {
      const person = { email: `${worst(n, 64)}@${worst("abc.", 180)}example`, name: worst(n, 255) };
      for (const password of [`${worst(p, 127)}z`, `z${worst(p, 126)}`, worst(p, 128)]) {
        // CPU time, best of five, to exclude other work.
        const took = [1, 2, 3, 4, 5].map(() => {
          const before = process.cpuUsage();
          passwordProblem(password, person);
          return process.cpuUsage(before).user / 1_000;
        });
        slowest = Math.max(slowest, Math.min(...took));
      }
    }
    expect(slowest).toBeLessThan(5);
  });
});
