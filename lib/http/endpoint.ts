/** The pipeline of every endpoint, in this order: authentication, input, schema, handler, response. */
import { parseAccept } from "hono/utils/accept";
import type { ZodType } from "zod";
import type { Contract, HandlerResult, Input, Page, Shape } from "../contract.ts";
import { withPoolShareOf } from "../database/shared-pool.ts";
import type { Admission } from "./rate-limit.ts";
import { readInput } from "./request.ts";
import { requestIdFor } from "./request-context.ts";
import { failure, NEVER_FRAMED, success } from "./responses.ts";

/** A route handler, as Next.js and our server call it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/**
 * Authenticates the caller, or throws. The headers of an admission given to `tell` are part of every response, and the
 * last admission counts its bytes.
 */
type Gate<Scope> = (request: Request, tell: (admission: Admission) => void) => Promise<Scope>;

/** A file as a response: its bytes, or a stream that is read at the client's pace. */
type File = { body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; fileName: string };

/** An alternative representation of a response, selected by `Accept`. */
export type Alternative<Scope, Given> = {
  type: "application/pdf" | "text/csv";
  /** Whether the input selects it; if undefined, `Accept` decides. */
  isAsked?(input: Given): boolean | undefined;
  make(scope: Scope, input: Given): Promise<File>;
};

const FILE_HEADERS = {
  // Shown in the browser, or downloaded for another program.
  "application/pdf": { type: "application/pdf", disposition: "inline" },
  "text/csv": { type: "text/csv; charset=utf-8; header=present", disposition: "attachment" },
};

/** Whether the request prefers this type to JSON; JSON is sent if it has no preference. */
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

function fileAnswer(
  { body, fileName }: File,
  as: keyof typeof FILE_HEADERS,
  status: number,
  requestId: string,
): Response {
  const { type, disposition } = FILE_HEADERS[as];
  return new Response(body, {
    status,
    headers: {
      "Content-Type": type,
      "Content-Disposition": `${disposition}; filename="${fileName}"`,
      ...NEVER_FRAMED,
      "Cache-Control": "no-store",
      Vary: "Accept",
      "X-Request-Id": requestId,
      ...(body instanceof Uint8Array ? { "Content-Length": String(body.byteLength) } : {}),
    },
  });
}

/** Counts a response's bytes: those of a stream as it is read. */
function counted(response: Response, { countBytes }: Admission): Response {
  const length = response.headers.get("Content-Length");
  if (!countBytes || !response.body) return response;
  if (length !== null) {
    countBytes(Number(length));
    return response;
  }
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      countBytes(part.byteLength);
      controller.enqueue(part);
    },
  });
  return new Response(response.body.pipeThrough(counter), response);
}

/**
 * Makes the function that builds route handlers behind a gate, each from a contract and one domain call.
 * A handler answers with the contract's success, or with an error of the catalog.
 * @param accountOf the owner whose share of the database connections the request uses
 */
export function endpointBehind<Scope>(gate: Gate<Scope>, accountOf: (scope: Scope) => string) {
  return <
    P extends Shape,
    Q extends Shape,
    B extends Shape,
    D extends ZodType,
    L extends boolean,
    H extends Shape,
  >(
    contract: Contract<P, Q, B, D, L, H>,
    handler: (scope: Scope, input: Input<P, Q, B, H>) => Promise<HandlerResult<D, L>>,
    alternative?: Alternative<Scope, Input<P, Q, B, H>>,
  ): RouteHandler =>
    async (request, context) => {
      const requestId = requestIdFor(request);
      let told: Admission = { fields: {} };
      const letIn = async () => {
        const scope = await gate(request, (admission) => {
          told = { ...admission, fields: { ...told.fields, ...admission.fields } };
        });
        return withPoolShareOf(accountOf(scope), () => answerTo(scope));
      };
      const answerTo = async (scope: Scope) => {
        const input = await readInput(contract, request, await context.params);
        if (alternative && (alternative.isAsked?.(input) ?? prefers(request, alternative.type))) {
          const file = await alternative.make(scope, input);
          return fileAnswer(file, alternative.type, contract.status, requestId);
        }
        const answer = await handler(scope, input);
        if (!contract.list) return success(contract.status, answer, requestId);
        const { items, total, nextCursor, summary } = answer as Page<unknown>;
        // A list without a limit is a single page.
        const { limit = total } = (input.query ?? {}) as { limit?: number };
        const meta = { total, limit, next_cursor: nextCursor, ...(summary ? { summary } : {}) };
        return success(contract.status, items, requestId, meta);
      };
      const response = await letIn().catch((thrown) => failure(thrown, requestId));
      for (const [name, value] of Object.entries(told.fields)) {
        // A stricter limit that refused the request has set its own headers.
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return counted(response, told);
    };
}
