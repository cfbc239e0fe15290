import type { CaseKind } from "#lib/cases/contract.ts";

type Words = {
  /** As the donor chooses it. */
  choice: string;
  /** As teams see it. */
  title: string;
  /** What it asks of the foundation. */
  question: string;
};

export const CASE_WORDS: Record<CaseKind, Words> = {
  wrong_amount: {
    choice: "The amount",
    title: "Wrong amount",
    question: "Does the amount match your records?",
  },
  wrong_school: {
    choice: "The school",
    title: "Wrong school",
    question: "Don’t spend it yet: the bank may move it to the school that the donor meant.",
  },
  wrong_fund: {
    choice: "The fund",
    title: "Wrong fund",
    question: "Don’t spend it yet: the bank may move it to the fund that the donor meant.",
  },
  wrong_name: {
    choice: "The name on the receipt",
    title: "Wrong name on the receipt",
    question: "Does the name match your donor record?",
  },
  not_mine: {
    choice: "I didn’t make this gift",
    title: "Not the donor’s own gift",
    question: "Don’t spend it yet: the bank finds out whether the gift stands.",
  },
  other: {
    choice: "Something else",
    title: "Something else",
    question: "Do you know anything about it that helps the donor?",
  },
};
