/** What every endpoint has in common: gate, input, schema, handler, answer; in that order. */
import type { ZodType } from "zod";
import type { Answer, Contract, Input, Page, Shape } from "../contract.ts";
import { withPoolShareOf } from "../database/shared-pool.ts";
import { readInput, requestIdOf } from "./request.ts";
import { failure, success } from "./responses.ts";

/** What a route exports, as Next.js and the front door call it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/**
 * Finds out who asks, or throws. What `tell` is given stands in the answer, whatever comes of it.
 */
type Gate<Scope> = (request: Request, tell: (fields: Fields) => void) => Promise<Scope>;

type Fields = Record<string, string>;

/** An answer that is a file: its bytes, or a stream of them that is read as the caller takes them. */
type File = { body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>; fileName: string };

/** A second form of an answer, for those who ask for it by `Accept`. */
export type Alternative<Scope, Given> = {
  type: "application/pdf" | "text/csv";
  /** Whether the input itself asks for it, where it says so; else `Accept` decides. */
  isAsked?(input: Given): boolean | undefined;
  make(scope: Scope, input: Given): Promise<File>;
};

const FILE_HEADERS = {
  // To be read at once; to be kept and opened by something else.
  "application/pdf": { type: "application/pdf", disposition: "inline" },
  "text/csv": { type: "text/csv; charset=utf-8; header=present", disposition: "attachment" },
};

/** Whether the first type that the request accepts is this one. */
function prefers(request: Request, type: string): boolean {
  const accepted = (request.headers.get("accept") ?? "").split(",").map((part) => part.trim());
  return accepted[0]?.split(";")[0]?.trim().toLowerCase() === type;
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
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept",
      "X-Request-Id": requestId,
    },
  });
}

/**
 * Makes what makes the handlers of all routes behind a gate, each from its contract and one domain call.
 * Their answers: the contract's success, or any error of the catalogue in our own shape.
 * @param accountOf on whose account the rest is done: the database keeps connections for others
 */
export function endpointBehind<Scope>(gate: Gate<Scope>, accountOf: (scope: Scope) => string) {
  return <P extends Shape, Q extends Shape, B extends Shape, D extends ZodType, L extends boolean>(
    contract: Contract<P, Q, B, D, L>,
    handler: (scope: Scope, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
    alternative?: Alternative<Scope, Input<P, Q, B>>,
  ): RouteHandler =>
    async (request, context) => {
      const requestId = requestIdOf(request.headers.get("x-request-id"));
      const told: Fields = {};
      const letIn = async () => {
        const scope = await gate(request, (fields) => Object.assign(told, fields));
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
        // Without a limit of its own, a list is one page of its own size.
        const { limit = total } = (input.query ?? {}) as { limit?: number };
        const meta = { total, limit, next_cursor: nextCursor, ...(summary ? { summary } : {}) };
        return success(contract.status, items, requestId, meta);
      };
      const response = await letIn().catch((thrown) => failure(thrown, requestId));
      for (const [name, value] of Object.entries(told)) {
        // A stricter limit that has refused says so itself.
        if (!response.headers.has(name)) response.headers.set(name, value);
      }
      return response;
    };
}
