/** The most expensive requests of each operation, for a tenant with thousands of rows and the worst bodies. */
import { FILE_FORMATS } from "#lib/batches/contract.ts";
import { batchFile, giftsCsv } from "#lib/batches/files.ts";
import type { Contract } from "#lib/contract.ts";
import { toThankCsv } from "#lib/donors/acknowledgments.ts";
import { MAX_BODY_BYTES } from "#lib/http/request.ts";
import { givenCsv } from "#lib/reports/files.ts";
import { exportAuditLog } from "#lib/staff/audit-log.ts";
import type { CallOptions, Operation } from "./api.ts";
import type { HeavyTenant } from "./heavy-tenant.ts";
import { HEAVY_YEAR } from "./heavy-tenant.ts";
import {
  bankOperations,
  portalOperations,
  publicOperations,
  schoolOperations,
} from "./operations.ts";

export type HeavyRequest = {
  name: string;
  operation: Operation;
  /** Created for each attempt, since some requests succeed only once. */
  options(): Promise<CallOptions>;
};

/** Parameters that make a request the most expensive; lists get their largest page automatically. */
const LARGEST: Record<string, (tenant: HeavyTenant) => CallOptions> = {
  getDonation: ({ donationId }) => ({ params: { donation_id: donationId } }),
  getPortalDonation: ({ donationId }) => ({ params: { donation_id: donationId } }),
  getReceipt: ({ donationId }) => ({ params: { donation_id: donationId } }),
  listDonations: () => ({ query: {} }),
  getEvent: ({ eventId }) => ({ params: { event_id: eventId } }),
  listWebhookDeliveries: ({ endpointId }) => ({ params: { endpoint_id: endpointId } }),
  getReconciliation: () => ({ query: { date: `${HEAVY_YEAR}-03-01` } }),
  listSchoolGifts: () => ({ query: {} }),
  getSchoolGift: ({ donationId }) => ({ params: { gift: donationId } }),
  getSchoolBatch: ({ batchId }) => ({ params: { batch_id: batchId } }),
  getStatement: () => ({ params: { year: `${HEAVY_YEAR}` } }),
};

const everyOperation = [
  ...bankOperations,
  ...portalOperations,
  ...schoolOperations,
  ...publicOperations,
];

async function goodRequest(one: (typeof everyOperation)[number], tenant: HeavyTenant) {
  const { person, member } = tenant;
  const good = one.good as (whose: unknown) => Promise<CallOptions>;
  const { auth } = one.contract;
  if (auth === "key") return { ...(await good(person.bank)), key: person.bank.key };
  if (auth === "school") return { ...(await good(member)), token: member.token };
  return { ...(await good(person)), ...(auth !== "none" && { token: person.token }) };
}

// Signing out would end the session that the other operations use.
const isRepeatable = ({ contract }: Operation) => contract.id !== "logout";

/** The files of a school's pages, each with all of its rows. */
export function largestFiles({ member: { scope }, batchId }: HeavyTenant) {
  const year = { from: `${HEAVY_YEAR}-01-01`, to: `${HEAVY_YEAR}-12-31` };
  const files: Record<string, () => Promise<ReadableStream<Uint8Array>>> = {
    acknowledgments: () => toThankCsv(scope, { until: new Date() }),
    "gifts given": async () => (await givenCsv(scope, year)).body,
    gifts: async () => (await giftsCsv(scope, { format: "csv", limit: 1 })).body,
    "audit log": () => exportAuditLog(scope, {}),
  };
  for (const format of FILE_FORMATS) {
    files[`batch as ${format}`] = async () => (await batchFile(scope, batchId, format)).body;
  }
  return files;
}

/** Every operation with its largest response, in each variant. */
export function largestResponses(tenant: HeavyTenant): HeavyRequest[] {
  return everyOperation.filter(isRepeatable).flatMap((one): HeavyRequest[] => {
    const { id, query: filters, alternative } = one.contract;
    const limit: Record<string, string> =
      filters && "limit" in filters.shape ? { limit: "100" } : {};
    const options = async () => {
      const good = await goodRequest(one, tenant);
      const { query = good.query, ...others } = LARGEST[id]?.(tenant) ?? {};
      return { ...good, ...others, query: { ...query, ...limit } };
    };
    const request = { name: id, operation: one, options };
    const files = [alternative ?? []].flat().map((Accept) => {
      const asFile = async () => ({ ...(await options()), headers: { Accept } });
      return { ...request, name: `${id} as ${Accept}`, options: asFile };
    });
    return [request, ...files];
  });
}

/** As many of these as fit into a body. @param reserved the bytes reserved for the rest of it */
function repeated(make: (n: number) => string, open: string, close: string, reserved = 0): string {
  const parts: string[] = [];
  let remaining = MAX_BODY_BYTES - reserved - open.length - close.length;
  for (let n = 0; ; n++) {
    const part = make(n);
    remaining -= Buffer.byteLength(part) + 1;
    if (remaining < 0) return open + parts.join(",") + close;
    parts.push(part);
  }
}

const short = (n: number) => n.toString(36);

/** Bodies with as many errors as fit. */
const ANY_BODY: Record<string, string> = {
  "unknown fields": repeated((n) => `"${short(n)}":1`, "{", "}"),
  "escaped field names": repeated((n) => `"\\u005f${short(n)}":1`, "{", "}"),
  "nested arrays": "[".repeat(32_000) + "]".repeat(32_000),
  "nested objects": `${'{"a":'.repeat(9_000)}1${"}".repeat(9_000)}`,
};

const long = (unit: string) =>
  JSON.stringify(unit.repeat(Math.floor(63_000 / Buffer.byteLength(unit))));

/** Values of one field. */
const FIELD_VALUES: Record<string, string> = {
  letters: long("a"),
  blanks: long(" "),
  faces: long("😀"),
  digits: long("1"),
  "at signs": long("a@"),
  dots: long("a."),
  "a URL": long("https://a-"),
  "invalid pairs": repeated((n) => `"${short(n)}":1`, "{", "}", 64),
  "pairs that can't be stored": repeated((n) => `"${short(n)}":"\\u0000"`, "{", "}", 64),
  "many items": repeated(() => "1", "[", "]", 64),
};

function bodiesOf({ body }: Contract, all: boolean): [string, string][] {
  const values = Object.entries(FIELD_VALUES);
  const fields = Object.keys(body?.shape ?? {}).flatMap((field, n) => {
    const one = n % values.length;
    return (all ? values : values.slice(one, one + 1)).map(([what, value]): [string, string] => [
      `${field}: ${what}`,
      `{"${field}":${value}}`,
    ]);
  });
  return [...Object.entries(ANY_BODY), ...fields];
}

/**
 * Every operation with a body, with the worst bodies.
 * @param all whether each field gets every value rather than one of them
 */
export function worstBodies(tenant: HeavyTenant, all: boolean): HeavyRequest[] {
  const withBody = everyOperation.filter((one) => one.contract.body && isRepeatable(one));
  return withBody.flatMap((one) => {
    let validRequest: Promise<CallOptions> | undefined;
    return bodiesOf(one.contract, all).map(([what, rawBody]) => ({
      name: `${one.contract.id}, ${what}`,
      operation: one,
      // All are rejected, so they change nothing.
      options: async () => {
        validRequest ??= goodRequest(one, tenant);
        const { body: _, ...good } = await validRequest;
        return { ...good, rawBody };
      },
    }));
  });
}
