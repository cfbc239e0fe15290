/** What every endpoint has in common: gate, input, schema, handler, answer; in that order. */
import type { ZodType } from "zod";
import type { Answer, Contract, Input, Page, Shape } from "../contract.ts";
import type { ServiceError } from "../errors.ts";
import { failure, success } from "./answers.ts";
import { readInput, requestIdOf } from "./request.ts";

/** What a route exports, as Next.js and the front door call it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/** Who asks, and what every answer to them has to carry; a refusal, where they may not go on. */
export type Passage<Scope> = {
  scope: Scope;
  headers?: Record<string, string>;
  refusal?: ServiceError;
};

/** A second form of an answer, for those who ask for it by `Accept`. */
export type Alternative<Data> = {
  type: string;
  /** @returns the bytes, and the name of the file that they make */
  render(data: Data): Promise<{ bytes: Uint8Array<ArrayBuffer>; fileName: string }>;
};

/** Whether the first type that the request accepts is this one. */
function prefers(request: Request, type: string): boolean {
  const accepted = (request.headers.get("accept") ?? "").split(",").map((part) => part.trim());
  return accepted[0]?.split(";")[0]?.trim().toLowerCase() === type;
}

async function answerWith<Data>(
  { type, render }: Alternative<Data>,
  data: Data,
  status: number,
  requestId: string,
): Promise<Response> {
  const { bytes, fileName } = await render(data);
  return new Response(bytes, {
    status,
    headers: {
      "Content-Type": type,
      "Content-Disposition": `inline; filename="${fileName}"`,
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      Vary: "Accept",
      "X-Request-Id": requestId,
    },
  });
}

/** Lets a request pass, or throws. */
type Gate<Scope> = (request: Request) => Promise<Passage<Scope>>;

/**
 * Makes what makes the handlers of all routes behind a gate, each from its contract and one domain call.
 * Their answers: the contract's success, or any error of the catalogue in our own shape.
 */
export function endpointBehind<Scope>(gate: Gate<Scope>) {
  return <P extends Shape, Q extends Shape, B extends Shape, D extends ZodType, L extends boolean>(
    contract: Contract<P, Q, B, D, L>,
    handler: (scope: Scope, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
    alternative?: Alternative<Answer<D, L>>,
  ): RouteHandler =>
    async (request, context) => {
      const requestId = requestIdOf(request.headers.get("x-request-id"));
      let headers: Record<string, string> = {};
      const answerIt = async () => {
        const passage = await gate(request);
        headers = passage.headers ?? {};
        if (passage.refusal) throw passage.refusal;
        const input = await readInput(contract, request, await context.params);
        const answer = await handler(passage.scope, input);
        if (alternative && prefers(request, alternative.type)) {
          return answerWith(alternative, answer, contract.status, requestId);
        }
        if (!contract.list) return success(contract.status, answer, requestId);
        const { items, total, nextCursor } = answer as Page<unknown>;
        const { limit } = input.query as { limit: number };
        const meta = { total, limit, next_cursor: nextCursor };
        return success(contract.status, items, requestId, meta);
      };
      const response = await answerIt().catch((thrown) => failure(thrown, requestId));
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    };
}
