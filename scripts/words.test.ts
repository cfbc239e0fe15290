import { expect, it } from "vitest";
import { findWords } from "./words.ts";

const wordsIn = (text: string) => findWords(text).map(({ line, word }) => `${line} ${word}`);

it("finds a British spelling in prose and in names, with its line", () => {
  expect(wordsIn("a line\nIts behaviour, recognised and labelled.")).toEqual([
    "2 behaviour",
    "2 recognised",
    "2 labelled",
  ]);
});

it("finds words for which the field has a standard word", () => {
  expect(wordsIn("No mails while the key is sealed anew.")).toEqual([
    "1 mails",
    "1 sealed",
    "1 anew",
  ]);
});

it("leaves correct words that look similar", () => {
  const text =
    "Promise, otherwise, raised, revised, precise, advertised; an email, a mailbox, four colors";
  expect(wordsIn(text)).toEqual([]);
});
