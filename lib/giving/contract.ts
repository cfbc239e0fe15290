/** What the forms of giving are made of. */

/** A tile with an amount. */
export type AmountOption = {
  /** The number of dollars. */
  value: string;
  /** "$50" */
  dollars: string;
  /** "5,000 points" */
  points: string;
};

/** What was entered: a tile's value, or `other` with its text. The tile decides, so the last touch counts. */
export type AmountEntry = { amount: string; otherAmount: string };

/** A fund to choose. */
export type FundOption = {
  value: string;
  name: string;
  /** What it supports. */
  description: string;
  /** "May be tax-deductible"; null for text that is none of the school's funds. */
  tax: string | null;
  /** The same with its reason. */
  taxDetail: string | null;
};

/** An account to give from. */
export type SourceOption = {
  accountId: string;
  programName: string;
  bankName: string;
  /** Points per dollar. */
  rate: number;
};

/** A school as its tickets show it. */
export type TicketSchool = {
  school_id: string;
  name: string;
  /** Two to four letters, as fans write them. */
  monogram: string;
  colors: string[];
};

/** Money as a ticket shows it: "$1,240.50", "124,050 points". */
export type TicketMoney = { amount: string; points: string | null };
