/** What the page shows: chapters of entries, each with its text, its parts, and its examples. */
import type { Field } from "./fields.ts";

/** Texts are Markdown. */
export type Chapter = { id: string; title: string; text?: string; entries: Entry[] };

export type Entry = {
  id: string;
  title: string;
  /** An operation's method and path. */
  address?: { method: string; path: string };
  text: string;
  parts: Part[];
  examples: { title: string; text: string }[];
};

/** Fields or errors, under their heading; without one if there are no others. */
export type Part = {
  id?: string;
  title?: string;
  note?: string;
  fields?: Field[];
  /** True for responses and webhooks, where fields are present unless stated otherwise. */
  isAnswer?: boolean;
  repeats?: Field["repeats"];
  errors?: ErrorLine[];
  /** What follows the list. */
  after?: string;
};

/** A status, what it means, and the `details` of its example. */
export type ErrorLine = {
  status: number | string;
  code?: string;
  meaning: string;
  details?: unknown;
};
