/** Bodies that are invalid as a whole: not JSON, not an object, with another content type, or too large. */
import { malformedJson, NON_OBJECTS } from "./malformed-json.ts";
import { bodyOf, type Good, JSON_HEADERS, targetOf, type WrongRequest } from "./wire.ts";

const LIMIT = 64 * 1024;
const OTHER_TYPES = [
  "",
  "text/plain",
  "text/json",
  "application/jsonx",
  "application/xml",
  "application/octet-stream",
  "multipart/form-data; boundary=x",
  "application/x-www-form-urlencoded",
  "json",
  "*/*",
  "application",
  "application/json;charset=latin1",
  "application/json; charset=utf-16",
  "application/json; charset=x",
  "application/problem+json",
  "application/json, text/plain",
  "text/plain; application/json",
  "application/json5",
  "application/x-json",
  "application/ json",
  "application/json/x",
  "application/json; charset=utf-8; charset=latin1",
  "application/json; charset=utf-88",
  "text/html",
];
const ENCODINGS = [
  "gzip",
  "br",
  "deflate",
  "compress",
  "zstd",
  "x-gzip",
  "gzip, br",
  "identity, gzip",
  "utf-8",
  "aes128gcm",
];

type WrongBody = Pick<WrongRequest, "what" | "headers" | "expected"> & Partial<WrongRequest>;

const rejected = { expected: { codes: ["PAYLOAD_TOO_LARGE" as const] } };

function tooLarge(json: string): WrongBody[] {
  const padded = (size: number) => json.padEnd(size);
  const text = (size: number) => `"${"x".repeat(size - 2)}"`;
  const sizes = [LIMIT + 1, LIMIT + 2, LIMIT + 1_000, 2 * LIMIT];
  const bodies = sizes.flatMap((size) => [padded(size), text(size), "[".repeat(size)]);
  const sent = bodies.flatMap((body) => [
    { what: `${body.length} bytes`, headers: JSON_HEADERS, body, ...rejected },
    {
      what: `${body.length} bytes, chunked`,
      headers: JSON_HEADERS,
      body,
      chunked: true,
      ...rejected,
    },
  ]);
  const announced = [LIMIT + 1, LIMIT * 16, 1e12].map((size) => ({
    what: `${size} bytes declared, few sent`,
    headers: { ...JSON_HEADERS, "Content-Length": String(size) },
    body: json,
    ...rejected,
  }));
  return [...sent, ...announced];
}

/** Not JSON according to the headers, which is the error for any body. */
function otherMedia(json: string): WrongBody[] {
  const headers: Record<string, string>[] = [
    {},
    ...OTHER_TYPES.map((type) => ({ "Content-Type": type })),
    ...ENCODINGS.map((encoding) => ({ ...JSON_HEADERS, "Content-Encoding": encoding })),
  ];
  const bodies = [json, "{", "[]", json.padEnd(LIMIT + 1)];
  return headers.flatMap((withHeaders, at) =>
    [json, bodies[at % bodies.length] as string].map((body) => ({
      what: `${body.length} bytes with the headers ${JSON.stringify(withHeaders)}`,
      headers: withHeaders,
      body,
      expected: { codes: ["UNSUPPORTED_MEDIA_TYPE"] },
    })),
  );
}

const invalidBody = (what: string) => (body: string | Uint8Array) => ({
  what: `${what} ${Buffer.from(body).toString("latin1").slice(-80)}`,
  headers: JSON_HEADERS,
  body,
  expected: { locs: [["body"]] },
});

/** A field's name as escapes, which a parser reads as the name. */
const escapedName = (name: string) =>
  `"${Array.from(name, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join("")}"`;

/** Each field given twice, with the same value or another, and spelled differently; and twice inside of one. */
function repeatedNames({ fields = {} }: Good, json: string): WrongBody[] {
  const withMore = (more: string) => `${json.slice(0, -1)}${json === "{}" ? "" : ","}${more}}`;
  const repeated = Object.entries(fields).flatMap(([name, value]) => [
    { loc: name, body: withMore(`${JSON.stringify(name)}:${value}`) },
    { loc: name, body: withMore(`${escapedName(name)} : ${value}`) },
  ]);
  const unknown = [
    { loc: "__proto__", body: withMore('"__proto__":1,"__proto__":2') },
    { loc: "unknown", body: withMore('"unknown":{},"unknown":{}') },
  ];
  return [...repeated, ...unknown].map(({ loc, body }) => ({
    what: `${loc} twice: ${body.slice(-80)}`,
    headers: JSON_HEADERS,
    body,
    expected: { locs: [["body", loc]] },
  }));
}

const NOTHING: WrongBody = {
  what: "no body and no content type",
  headers: {},
  expected: { locs: [["body"]] },
};

/** @returns none for an operation without a body, which ignores it */
export function wrongBodies(good: Good, required: boolean): WrongRequest[] {
  if (!good.fields) return [];
  const json = bodyOf(good);
  const sent: WrongBody[] = [
    ...malformedJson(json).map(invalidBody("not JSON")),
    ...[...NON_OBJECTS, ...(required ? ["null", ""] : [])].map(invalidBody("not an object")),
    ...(required ? [NOTHING] : []),
    ...repeatedNames(good, json),
    ...otherMedia(json),
    ...tooLarge(json),
  ];
  return sent.map((one) => ({ method: good.method, target: targetOf(good), ...one }));
}
