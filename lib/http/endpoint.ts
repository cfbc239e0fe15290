/** The pipeline of every endpoint, in this order: authentication, input, schema, handler, response. */
import { parseAccept } from "hono/utils/accept";
import { type Actor, auditDownload } from "../auth/audit.ts";
import {
  type Contract,
  type FileType,
  type HandlerResult,
  type Input,
  type Page,
  Repeated,
} from "../contract.ts";
import { withPoolShareOf } from "../database/shared-pool.ts";
import type { Admission, OnAdmission } from "./rate-limit.ts";
import { isUpload, readInput } from "./request.ts";
import { requestIdFor } from "./request-context.ts";
import { failure, NEVER_FRAMED, success } from "./responses.ts";
import { oneUpload } from "./uploads.ts";

/** A route handler, called by Next.js or by our server. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** A handler, and the contract that it fulfills. */
export type Operation = RouteHandler & { contract: Contract };

/**
 * Authenticates the caller of an operation, or throws. Every response has the headers of each admission passed to `onAdmission`, and
 * the last one counts its bytes.
 */
type Gate<Scope> = (
  request: Request,
  onAdmission: OnAdmission,
  contract: Pick<Contract, "id" | "action" | "method" | "path">,
) => Promise<Scope>;

/** A file as a response: its bytes, or a stream that is read at the client's pace. */
type File = { body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; fileName: string };

/** The files that a response can be instead, selected by a `format` in the query, or else by `Accept`. */
type Files<Scope, In> = { [Type in FileType]?: (scope: Scope, input: In) => Promise<File> };

const FILE_HEADERS = {
  // Shown in the browser, or downloaded for another program.
  "application/pdf": { type: "application/pdf", disposition: "inline" },
  "text/csv": { type: "text/csv; charset=utf-8; header=present", disposition: "attachment" },
  "application/json": { type: "application/json", disposition: "attachment" },
};

/** The type of a format that a query names: most are kinds of CSV. */
const typeOf = (format: string) =>
  format === "json" || format === "pdf" ? (`application/${format}` as const) : "text/csv";

/** Whether the request prefers this type to JSON, which is the default. */
function prefers(request: Request, type: string): boolean {
  const accepted = parseAccept(request.headers.get("accept") ?? "*/*");
  const [group] = type.split("/");
  const qualityOf = (...ranges: string[]) => {
    const found = ranges.map((range) =>
      accepted.findIndex(({ type: t }) => t.toLowerCase() === range),
    );
    const at = found.find((index) => index >= 0);
    return at === undefined ? { q: 0, at: accepted.length } : { q: accepted[at]?.q ?? 0, at };
  };
  const wanted = qualityOf(type, `${group}/*`, "*/*");
  const json = qualityOf("application/json", "application/*", "*/*");
  return wanted.q > json.q || (wanted.q > 0 && wanted.q === json.q && wanted.at < json.at);
}

/** A file's type and name, for a response that isn't cached. */
export function fileHeaders(as: keyof typeof FILE_HEADERS, fileName: string) {
  const { type, disposition } = FILE_HEADERS[as];
  return {
    "Content-Type": type,
    "Content-Disposition": `${disposition}; filename="${fileName}"`,
    "Cache-Control": "no-store",
  };
}

function fileResponse(
  { body, fileName }: File,
  as: keyof typeof FILE_HEADERS,
  status: number,
  requestId: string,
): Response {
  return new Response(body, {
    status,
    headers: {
      ...fileHeaders(as, fileName),
      ...NEVER_FRAMED,
      Vary: "Accept",
      "X-Request-Id": requestId,
      ...(body instanceof Uint8Array ? { "Content-Length": String(body.byteLength) } : {}),
    },
  });
}

/** Counts a response's bytes; a stream's as it is read. */
function withByteCount(response: Response, { countBytes }: Admission): Response {
  const length = response.headers.get("Content-Length");
  if (!countBytes || !response.body) return response;
  if (length !== null) {
    countBytes(Number(length));
    return response;
  }
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      countBytes(chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/**
 * Creates the function that builds route handlers behind a gate, each from a contract and one domain call.
 * A handler responds with the contract's success, or with an error from the catalog.
 * @param ownerOf the owner whose share of the database connections the request uses
 * @param onRefusal gets what was thrown after the gate
 */
export function endpointBehind<Scope extends object>(
  gate: Gate<Scope>,
  ownerOf: (scope: Scope) => string,
  onRefusal?: (scope: Scope, about: { operation: string; requestId: string }, why: unknown) => void,
) {
  return <C extends Contract>(
    contract: C,
    handler: (scope: Scope, input: Input<C>) => Promise<HandlerResult<C>>,
    files: Files<Scope, Input<C>> = {},
  ): Operation => {
    const handle: RouteHandler = async (request, context) => {
      const requestId = requestIdFor(request);
      let admitted: Admission = { fields: {} };
      const authenticateAndRespond = async () => {
        const onAdmission = (admission: Admission) => {
          admitted = { ...admission, fields: { ...admitted.fields, ...admission.fields } };
        };
        const scope = await gate(request, onAdmission, contract);
        const owner = ownerOf(scope);
        const answer = () => withPoolShareOf(owner, () => respond(scope));
        const response = isUpload(contract, request) ? oneUpload(owner, answer) : answer();
        return response.catch((thrown) => {
          onRefusal?.(scope, { operation: contract.id, requestId }, thrown);
          throw thrown;
        });
      };
      const respond = async (scope: Scope) => {
        const input = await readInput(contract, request, await context.params);
        const { format } = (input.query ?? {}) as { format?: string };
        const type = (Object.keys(files) as FileType[]).find((one) =>
          format ? typeOf(format) === one : prefers(request, one),
        );
        const file = type && (await files[type]?.(scope, input));
        if (file) {
          // Without an actor, anyone may have it.
          if ("actor" in scope)
            await auditDownload(scope as Actor, file.fileName, input.query ?? {});
          return fileResponse(file, type, contract.status, requestId);
        }
        const result = await handler(scope, input);
        if (result instanceof Repeated) return success(200, result.data, requestId);
        if (!contract.list) return success(contract.status, result, requestId);
        const { items, total, nextCursor, summary } = result as Page<unknown>;
        // A list without a limit is a single page.
        const { limit = total } = (input.query ?? {}) as { limit?: number };
        const meta = { total, limit, next_cursor: nextCursor, ...(summary ? { summary } : {}) };
        return success(contract.status, items, requestId, meta);
      };
      const response = await authenticateAndRespond().catch((thrown) => failure(thrown, requestId));
      for (const [name, value] of Object.entries(admitted.fields)) {
        // A stricter limit that rejected the request has set its own headers.
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return withByteCount(response, admitted);
    };
    return Object.assign(handle, { contract });
  };
}
