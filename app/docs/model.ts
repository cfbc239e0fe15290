/** The reference's content: chapters of entries, each with text, parts, and examples. */
import type { Field } from "./fields.ts";

/** An entry's line in the contents. */
export type Listed = {
  id: string;
  title: string;
  endpoint?: { method: string; path: string };
};

/** A tag's operations, or the webhook events. Text is Markdown. */
export type Chapter = {
  id: string;
  title: string;
  text?: string;
  entries: Listed[];
};

/** All text is Markdown. */
export type Entry = Listed & {
  text: string;
  parts: Part[];
  examples: { title: string; text: string }[];
};

/** Fields or errors. The only part of an entry has no heading. */
export type Part = {
  id?: string;
  title?: string;
  note?: string;
  fields?: Field[];
  /** True for responses and webhooks, where fields are present unless stated otherwise. */
  isResponse?: boolean;
  errors?: ErrorLine[];
  /** Text below the list. */
  after?: string;
};

/** A status code and its meaning, with the `details` of the example error. */
export type ErrorLine = {
  status: number | string;
  code?: string;
  meaning: string;
  details?: unknown;
};
