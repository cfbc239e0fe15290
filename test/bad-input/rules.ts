/**
 * Rules beyond JSON Schema, by operation: faults that validation must find (`faults`), and those that only the
 * data reveals (`late`), which are reported separately.
 */
import { listKey, makeCursor } from "#lib/cursor.ts";
import { env } from "#lib/env.ts";
import { combine, type Fault, type Loc } from "./faults.ts";
import type { Described } from "./schemas.ts";

const NO_ID = "01989a64-1c5a-7d3e-8f21-5b0f4f0c9e70";

const fault = (what: string, fields: Record<string, unknown>, ...names: string[]): Fault => ({
  what: `${what} ${JSON.stringify(fields).slice(0, 80)}`,
  touches: Object.keys(fields).map((name) => `body.${name}`),
  change: {
    fields: Object.fromEntries(
      Object.entries(fields).map(([name, value]) => [name, JSON.stringify(value)]),
    ),
  },
  locs: names.map((name): Loc => ["body", name]),
});
const each = (what: string, name: string, values: unknown[]) =>
  values.map((value) => fault(what, { [name]: value }, name));

const UNSAFE = [
  "https://bank.example/\u202egpj",
  "https://bank.example/\u2067",
  "https://bank.example/\u009b",
  "x",
  "/path",
  "//host.example/x",
  "example.com",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,x",
  "file:///etc/passwd",
  "vbscript:x",
  "blob:https://a.example/x",
  "about:blank",
  "http://bank.example/",
  "http://127.0.0.1.bank.example/",
  "ftp://bank.example/",
  "https://",
  "https:",
  "ws://bank.example/",
  " https://bank.example/",
  "https://bank.example/ x",
  "https://bank.example/\n",
  "https://bank .example/",
  "\tjavascript:alert(1)",
  "intent://x",
  "view-source:https://a.example",
  "1app://x",
];
/** Terminals interpret these, they can reverse text on pages, and URL parsers silently drop some. */
const HIDDEN = [
  "https://bank.example/\u001b[2J",
  "https://bank.example/\nx",
  "https://bank.example/\r\nx: y",
  "\thttps://bank.example/",
  "https://ba\tnk.example/",
  "https://bank.example/\u007f",
  "https://bank.example/\u0085",
  "https://bank.example/\u009b31m",
  "https://bank.example/\u2028",
  "https://bank.example/\u2029x",
  "https://bank.example/\u202egpj",
  "https://bank.example/\u2066",
  "https://bank.example/ x",
  " https://bank.example/",
];
const BAD_RECEIVERS = [
  ...HIDDEN,
  "x",
  "/hooks",
  "//bank.example",
  "bank.example/hooks",
  "http://bank.example/hooks",
  "ftp://bank.example",
  "https://",
  "https://user@bank.example",
  "https://user:pw@bank.example/",
  "https://10.0.0.1/",
  "https://192.168.1.1/",
  "https://172.16.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://[fe80::1]/",
  "https://[fc00::1]/",
  "https://0.0.0.0/",
  "https://0xa000001/",
  "https://167772161/",
  "https://[::ffff:10.0.0.1]/",
  "https://100.64.0.1/",
  "javascript:alert(1)",
  "https://224.0.0.1/",
];

const endpointFaults = [
  ...each("invalid receiver", "url", BAD_RECEIVERS),
  ...each("control characters", "description", ["a\nb", "\u001b[2J", "a\u202eb", "\u0085"]),
];

const keys = (name: string) =>
  each("wrong key", name, [
    { "": "v" },
    { ["k".repeat(41)]: "v" },
    { "a\0b": "v" },
    { "\ud800": "v" },
  ]);

function amounts(): Fault[] {
  const max = env().maxDonationCents / 100;
  return [
    ...each("fractional cents", "dollar_amount", [19.999, 0.001, 1e-7, 25.005, 99.9999999, 5e-324]),
    ...each("too much", "dollar_amount", [max + 0.01, max + 1, 1e9, 2 ** 53, 1e300, 1.7e308]),
  ];
}

const AT = "2026-03-04T05:06:07Z";
const REVERSED = [
  { from: AT, to: AT },
  { from: AT, to: "2026-03-04T05:06:06Z" },
  { from: "2026-03-04T05:06:07.001Z", to: AT },
  { from: "2026-03-04T05:06:07+00:00", to: "2026-03-04T05:06:07+01:00" },
];

const days = (...dates: string[]) =>
  dates.map(
    (date): Fault => ({
      what: `a future day ${date}`,
      touches: ["query.date"],
      change: { query: { date } },
      locs: [["query", "date"]],
    }),
  );

const FAULTS: Record<string, () => Fault[]> = {
  linkAccount: () => [...each("unsafe", "redirect_uri", UNSAFE), ...keys("metadata")],
  requestDonation: () => [...amounts(), ...keys("metadata")],
  createEmbedToken: () => [
    ...amounts(),
    ...["cancel_url", "return_url"].flatMap((name) => each("unsafe", name, UNSAFE)),
    fault("nothing to lock", { lock_amount: true, dollar_amount: null }, "lock_amount"),
    fault("nothing to lock", { lock_school: true, school_id: null }, "lock_school"),
  ],
  addWebhookEndpoint: () => endpointFaults,
  changeWebhookEndpoint: () => endpointFaults,
  getReconciliation: () => days("2200-01-01", "9999-12-31"),
  requestPortalDonation: amounts,
  replayEvents: () => REVERSED.map((range) => fault("empty range", range, "to")),
};

const UNKNOWN_SCHOOLS = ["nowhere", "OHIO-STATE", "' or 1=1 --", "%", "\u202e", "😀"];
const noSchool = each("unknown", "school_id", UNKNOWN_SCHOOLS);
const noAccount = each("unknown", "service_user_id", [NO_ID]);
const noLoyaltyAccount = each("unknown", "loyalty_account_id", [NO_ID]);
const tooLittle = each("under the minimum", "dollar_amount", [0.01, 1, 4.99]);
const pairs = (some: Fault[], others: Fault[]) =>
  some.flatMap((one) => others.map((other) => combine([one, other])));

const LATE: Record<string, Fault[]> = {
  linkAccount: noSchool,
  requestDonation: [
    ...noSchool,
    ...noAccount,
    ...tooLittle,
    ...pairs(noSchool, noAccount),
    ...pairs(tooLittle, noAccount),
  ],
  requestPortalDonation: [
    ...noSchool,
    ...noLoyaltyAccount,
    ...tooLittle,
    ...pairs(noSchool, noLoyaltyAccount),
    ...pairs(tooLittle, noLoyaltyAccount),
  ],
  updateProfile: each("unknown", "preferred_school_id", UNKNOWN_SCHOOLS),
  createEmbedToken: [
    ...noSchool,
    ...noAccount,
    ...pairs(noSchool, noAccount),
    ...each("not an ID", "service_user_id", ["x", "%", "0", NO_ID.slice(1), `${NO_ID} `]),
  ],
  replayEvents: each("unknown", "endpoint_id", [NO_ID, NO_ID.toUpperCase()]),
};

function cursors({ parameters }: Described): Fault[] {
  if (!parameters.some(({ name }) => name === "cursor")) return [];
  const foreign = makeCursor(listKey("another list", "", {}), [AT, NO_ID]);
  const altered = [foreign.slice(1), `${foreign}A`, foreign.toUpperCase(), `${foreign}.${foreign}`];
  const garbled = ["", "x", "0", "null", "AAAA", "A".repeat(2_048), "😀", "../..", " ", "[]", "%"];
  return [foreign, ...altered, ...garbled].map((cursor) => ({
    what: `query.cursor: ${cursor.slice(0, 60)}`,
    touches: ["query.cursor"],
    change: { query: { cursor } },
    locs: [["query", "cursor"]],
  }));
}

/** The rules of one operation. */
export function rulesOf(id: string, described: Described): { faults: Fault[]; late: Fault[] } {
  return { faults: FAULTS[id]?.() ?? [], late: [...(LATE[id] ?? []), ...cursors(described)] };
}
