/** Reads a request's body, and validates its parts against their schemas. */
import type { z } from "zod";
import type { Contract, Input, Shape } from "../contract.ts";
import {
  InvalidInput,
  MAX_VIOLATIONS,
  ServiceError,
  type Violation,
  type ViolationType,
} from "../errors.ts";
import { repeatedNamesIn, repeatedParameters } from "./repeated-names.ts";
import { otherThanCsv } from "./uploads.ts";
import { violationsOf } from "./violations.ts";

/** The maximum size of a body that isn't an uploaded file, in bytes. */
export const MAX_BODY_BYTES = 64 * 1024;

const JSON_TYPE = /^\s*application\/json\s*(;|$)/i;

const CSV_TYPE = /^\s*text\/csv\s*(;|$)/i;

/** A charset other than UTF-8, which is also written without the hyphen. Parameters that nobody defined change nothing. */
const OTHER_CHARSET = /;\s*charset\s*=\s*(?!"?utf-?8"?\s*(;|$))/i;

const hasType = ({ headers }: Request, type: RegExp): boolean =>
  type.test(headers.get("content-type") ?? "") &&
  !OTHER_CHARSET.test(headers.get("content-type") ?? "") &&
  (headers.get("content-encoding") ?? "identity").toLowerCase() === "identity";

function requireJson(request: Request): void {
  if (!hasType(request, JSON_TYPE)) {
    throw new ServiceError("UNSUPPORTED_MEDIA_TYPE");
  }
}

/**
 * Waits for a body to arrive. A dropped connection is the client's error, not ours or the database's.
 * @throws ServiceError BAD_REQUEST
 */
export const receive = <T>(body: Promise<T>): Promise<T> =>
  body.catch(() => {
    throw new ServiceError("BAD_REQUEST");
  });

/** @param onBody called before a body is read, unless it is empty */
async function readBytes(
  request: Request,
  onBody: () => void,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > 0) onBody();
  if (Number(request.headers.get("content-length")) > maxBytes) {
    throw new ServiceError("PAYLOAD_TOO_LARGE");
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Never canceled: that would end the connection before the response is sent.
  const reader = request.body?.getReader();
  while (reader) {
    const { value, done } = await receive(reader.read());
    if (done) break;
    if (size === 0 && value.byteLength > 0) onBody();
    size += value.byteLength;
    if (size > maxBytes) throw new ServiceError("PAYLOAD_TOO_LARGE");
    chunks.push(value);
  }
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
}

/** A body that was read. Without a value, nothing else of it is checked. */
type Body = { value?: unknown; violations: Violation[] };

const invalidBody = (type: ViolationType, msg: string): Body => ({
  violations: [{ loc: ["body"], msg, type }],
});

const decode = (bytes: Uint8Array) => new TextDecoder("utf-8", { fatal: true }).decode(bytes);

/**
 * The body as JSON. Checked in the order of the contract: content type (415), size (413), syntax.
 * @param optional whether a missing body, or `null`, counts as `{}`
 */
async function readJson(request: Request, optional: boolean): Promise<Body> {
  const hasNoType = !request.headers.has("content-type");
  if (!optional && !hasNoType) requireJson(request);
  const bytes = await readBytes(request, () => requireJson(request));
  if (bytes.byteLength === 0 && optional) return { value: {}, violations: [] };
  if (bytes.byteLength === 0 && hasNoType) return invalidBody("missing", "Field required");
  try {
    const json = decode(bytes);
    const value: unknown = JSON.parse(json);
    const violations = repeatedNamesIn(json, MAX_VIOLATIONS);
    return { value: optional && value === null ? {} : value, violations };
  } catch {
    return invalidBody("json_invalid", "Body should be valid JSON");
  }
}

async function readCsv(request: Request, maxBytes: number | undefined): Promise<Body> {
  const bytes = await readBytes(request, () => {}, maxBytes);
  const other = otherThanCsv(bytes);
  if (other) return invalidBody("value_error", `Body should be CSV in UTF-8, but is ${other}`);
  return { value: { csv: new TextDecoder().decode(bytes) }, violations: [] };
}

/** Whether a request's body is a CSV file, where the operation takes one. */
export const isUpload = (contract: Pick<Contract, "maxCsvBytes">, request: Request): boolean =>
  contract.maxCsvBytes !== undefined && hasType(request, CSV_TYPE);

function check<S extends Shape>(
  schema: S,
  where: "path" | "query" | "header" | "body",
  value: unknown,
  violations: Violation[],
): unknown {
  if (!schema) return undefined;
  const result = (schema as z.ZodObject).safeParse(value);
  if (result.success) return result.data;
  violations.push(...violationsOf(result.error, where, value));
  return undefined;
}

/** The headers that a contract declares, by its names for them. */
function headersIn({ headers }: Request, schema: Shape): Record<string, string | undefined> {
  const names = Object.keys(schema?.shape ?? {});
  return Object.fromEntries(names.map((name) => [name, headers.get(name) ?? undefined]));
}

/**
 * Reads and validates the input that a contract declares.
 * @throws ServiceError for content type and size, InvalidInput with all violations
 */
export async function readInput<
  C extends Pick<
    Contract,
    "params" | "query" | "headers" | "body" | "bodyOptional" | "maxCsvBytes"
  >,
>(contract: C, request: Request, params: Record<string, string>): Promise<Input<C>> {
  const isCsv = isUpload(contract, request);
  const body: Body = isCsv
    ? await readCsv(request, contract.maxCsvBytes)
    : contract.body
      ? await readJson(request, contract.bodyOptional)
      : { value: undefined, violations: [] };
  const { searchParams } = new URL(request.url);
  const repeated = contract.query ? repeatedParameters(searchParams, MAX_VIOLATIONS) : [];
  const violations = [...body.violations, ...repeated];
  const query = Object.fromEntries(searchParams);
  const input = {
    params: check(contract.params, "path", params, violations),
    query: check(contract.query, "query", query, violations),
    headers: check(contract.headers, "header", headersIn(request, contract.headers), violations),
    body: "value" in body ? check(contract.body, "body", body.value, violations) : undefined,
  };
  if (violations.length > 0) throw new InvalidInput(violations);
  return input as Input<C>;
}

/**
 * Validates a form's fields by the contract of the corresponding API operation.
 * @throws InvalidInput with all violations
 */
export function checkBody<S extends z.ZodObject>(schema: S, body: unknown): z.output<S> {
  const violations: Violation[] = [];
  const checked = check(schema, "body", body, violations);
  if (violations.length > 0) throw new InvalidInput(violations);
  return checked as z.output<S>;
}
