/**
 * Each operation has one contract: it validates the request, types the handler, checks the response in
 * tests, and generates the OpenAPI document.
 */
import type { z } from "zod";
import type { Action } from "./auth/permissions.ts";
import type { ErrorCode } from "./errors.ts";

export type Shape = z.ZodObject | undefined;

/** The tags, in the order of the reference. Extensions are our additions to the specified interface. */
export const TAGS = {
  Accounts: "Cardholders that your bank has linked.",
  "Account changes (extension)": "Change an account without linking it again yourself.",
  Donations: "Submit donations and follow them until the school confirms.",
  Schools: "The schools and funds that accept donations.",
  Embed: "The donation flow inside your own app.",
  "Donation list (extension)": "Search your donations.",
  "Corrections (extension)": "Cancel, reverse, or redirect donations.",
  "Webhook endpoints (extension)": "Where your events are sent, and every delivery attempt.",
  "Events (extension)": "The events we send you, and replaying them.",
  "Reports (extension)": "Daily reconciliation, to the cent, and your list compared with ours.",
  "Refused requests (extension)": "Which of your requests were refused, and why.",
  "Certification (extension)": "Prove your integration, in the sandbox.",
  "Sandbox (extension)": "Time in the sandbox. In production, these don’t exist.",
  "Statements (extension)": "Who owes what to whom, and what has been paid.",
  "Portal: sign-in": "A cardholder's session and tokens.",
  "Portal: donations": "A cardholder's donations and receipts.",
  "Portal: profile": "A cardholder's profile, loyalty accounts, and notification preferences.",
  "Portal: schools": "Schools, and the ones a cardholder follows.",
  "Portal: password reset (extension)": "Set a password with the link from an email.",
  "Portal: statements (extension)": "All of a year's donations in one document.",
  "School (extension)": "What a school's team and its own programs see.",
} as const;

export type Tag = keyof typeof TAGS;

export type FileType = "application/pdf" | "text/csv";

export type Contract = {
  /** Unique, in camelCase; also the name in the OpenAPI document. */
  id: string;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** As in the specification, with parameters like `{donation_id}`. */
  path: string;
  tag: Tag;
  /**
   * The credential: a bank's API key; an access token of a cardholder's context (`token`) or of any (`session`); an access
   * token of a school's team, or a service key of a school (`school`); or none.
   */
  auth: "key" | "token" | "session" | "school" | "none";
  /** What the role at the school must allow. Only for `school`, which needs it. */
  action?: Action<"school">;
  /** One line, in the imperative. */
  summary: string;
  /** Further details, in Markdown. */
  description?: string;
  params: Shape;
  query: Shape;
  /** The request headers that it reads, by their documented names. */
  headers: Shape;
  body: Shape;
  /** If the body may be a CSV file instead (`text/csv`), which counts as `{"csv": …}`: its maximum size, in bytes. */
  maxCsvBytes?: number;
  /** If true, an empty body and `null` count as `{}`. */
  bodyOptional: boolean;
  status: 200 | 201 | 202;
  /** The status if an earlier request did the same, or if it's a dry run. */
  repeatStatus?: 200;
  /** `data` of the envelope; if `list` is true, one item of it. */
  data: z.ZodType;
  list: boolean;
  /** `meta.summary` of a list that reports more than `total`. */
  summaryData?: z.ZodType;
  /** Alternative media types of the response, selected by `Accept`. */
  alternative?: FileType | readonly FileType[];
  /** Errors in addition to the shared ones (credential, rate limit, size, schema, internal). */
  errors: readonly ErrorCode[];
};

/** What most contracts have. */
const DEFAULTS = {
  method: "GET",
  auth: "key",
  params: undefined,
  query: undefined,
  headers: undefined,
  body: undefined,
  bodyOptional: false,
  status: 200,
  errors: [],
} as const;

type Parts = Omit<Contract, keyof typeof DEFAULTS | "list"> & Partial<Contract>;

/** No property has a name that contracts don't have. */
type Known<P> = P & { [Name in Exclude<keyof P, keyof Contract>]: never };

const define = <P extends Parts, List extends boolean>(parts: P, list: List) =>
  ({ ...DEFAULTS, ...parts, list }) as Omit<typeof DEFAULTS, keyof P> & P & { list: List };

/** An operation that returns one object. */
export const contract = <const P extends Parts>(parts: Known<P>) => define<P, false>(parts, false);

/**
 * An operation that returns a page of a list; `data` describes one item. Banks' and schools' lists reject unknown
 * parameters: an ignored filter would return rows that weren't requested.
 */
export function listContract<const P extends Parts>(parts: Known<P>) {
  const { query, auth = "key" } = parts;
  const rejectsUnknown = auth === "key" || auth === "school";
  return define<P, true>({ ...parts, query: rejectsUnknown ? query?.strict() : query }, true);
}

type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : undefined;

/** What a handler receives: the validated input. */
export type Input<C extends Pick<Contract, "params" | "query" | "headers" | "body">> = {
  params: Parsed<C["params"]>;
  query: Parsed<C["query"]>;
  headers: Parsed<C["headers"]>;
  body: Parsed<C["body"]>;
};

/** An event sent to banks: the body of its webhook, and the bank's response if we read it. */
export type WebhookContract = {
  type: string;
  summary: string;
  body: z.ZodType;
  answer?: { text: string; schema: z.ZodType };
};

/** One page of a list, as domain functions return it. */
export type Page<Item> = {
  items: Item[];
  total: number;
  nextCursor: string | null;
  /** Set if the contract has `summaryData`. */
  summary?: unknown;
};

/** Data that was written as JSON long ago, and is sent as it is, at the reader's pace: it can be large. */
export class StoredJson {
  readonly parts: ReadableStream<Uint8Array>;

  constructor(parts: ReadableStream<Uint8Array>) {
    this.parts = parts;
  }
}

/** What an earlier request did, or a dry run would do: with `repeatStatus`. */
export class Repeated<Data> {
  readonly data: Data;

  constructor(data: Data) {
    this.data = data;
  }
}

export type HandlerResult<C extends Contract> = C["list"] extends true
  ? Page<z.input<C["data"]>>
  :
      | z.input<C["data"]>
      | StoredJson
      | (C["repeatStatus"] extends 200 ? Repeated<z.input<C["data"]>> : never);
