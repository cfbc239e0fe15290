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
  "Webhook endpoints (extension)": "Where your events are sent, and every delivery attempt.",
  "Events (extension)": "The events we send you, and replaying them.",
  "Reports (extension)": "Daily reconciliation, to the cent.",
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

export type Contract<
  Params extends Shape = Shape,
  Query extends Shape = Shape,
  Body extends Shape = Shape,
  Data extends z.ZodType = z.ZodType,
  List extends boolean = boolean,
  Headers extends Shape = Shape,
> = {
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
  params: Params;
  query: Query;
  /** The request headers that it reads, by their documented names. */
  headers: Headers;
  body: Body;
  /** Whether the body may be a CSV file of up to 1 MiB instead (`text/csv`), which counts as `{"csv": …}`. */
  acceptsCsv?: true;
  /** If true, an empty body and `null` count as `{}`. */
  bodyOptional: boolean;
  status: 200 | 201 | 202;
  /** `data` of the envelope; if `list` is true, one item of it. */
  data: Data;
  list: List;
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

type Default = keyof typeof DEFAULTS;

type Parts<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends z.ZodType,
  H extends Shape = undefined,
> = Omit<Contract<P, Q, B, D, false, H>, Default | "list"> &
  Partial<Pick<Contract<P, Q, B, D, false, H>, Default>>;

/** An operation that returns one object. */
export const contract = <
  D extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
  B extends Shape = undefined,
  H extends Shape = undefined,
>(
  parts: Parts<P, Q, B, D, H>,
) => ({ ...DEFAULTS, ...parts, list: false }) as Contract<P, Q, B, D, false, H>;

/**
 * An operation that returns a page of a list; `data` describes one item. Banks' and schools' lists reject unknown
 * parameters: an ignored filter would return rows that weren't requested.
 */
export function listContract<
  D extends z.ZodType,
  P extends Shape = undefined,
  Q extends Shape = undefined,
>(parts: Parts<P, Q, undefined, D>): Contract<P, Q, undefined, D, true, undefined> {
  const { query, auth = "key" } = parts;
  const rejectsUnknown = auth === "key" || auth === "school";
  return {
    ...DEFAULTS,
    ...parts,
    query: rejectsUnknown ? query?.strict() : query,
    list: true,
  } as Contract<P, Q, undefined, D, true, undefined>;
}

type Parsed<S extends Shape> = S extends z.ZodObject ? z.output<S> : undefined;

/** What a handler receives: the validated input. */
export type Input<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  H extends Shape = undefined,
> = {
  params: Parsed<P>;
  query: Parsed<Q>;
  headers: Parsed<H>;
  body: Parsed<B>;
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

/** Data that was written as JSON long ago, and is sent as it is. */
export class StoredJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HandlerResult<D extends z.ZodType, List extends boolean> = List extends true
  ? Page<z.input<D>>
  : z.input<D> | StoredJson;
