/** The wrapper of every bank endpoint: key, rate, body, schema, handler, answer; in that order. */
import type { ZodType } from "zod";
import { bankScopeOf } from "../auth/api-keys.ts";
import type { BankScope } from "../auth/scopes.ts";
import type { Answer, Contract, Input, Page, Shape } from "../contract.ts";
import { failure, success } from "./answers.ts";
import { type Admission, admitKey } from "./rate-limit.ts";
import { readInput, requestIdOf } from "./request.ts";

/** What a route exports, as Next.js and the front door call it. */
export type RouteHandler = (
  request: Request,
  context: { params: Promise<Record<string, string>> },
) => Promise<Response>;

/**
 * Makes the handler of a route from its contract and one domain call.
 * Its answers: the contract's success, or any error of the catalogue in our own shape.
 */
export function bankEndpoint<
  P extends Shape,
  Q extends Shape,
  B extends Shape,
  D extends ZodType,
  L extends boolean,
>(
  contract: Contract<P, Q, B, D, L>,
  handler: (scope: BankScope, input: Input<P, Q, B>) => Promise<Answer<D, L>>,
): RouteHandler {
  return async (request, context) => {
    const requestId = requestIdOf(request.headers.get("x-request-id"));
    let rate: Admission["fields"] = {};
    const answerIt = async () => {
      const scope = await bankScopeOf(request.headers.get("x-service-api-key"));
      const { fields, refusal } = await admitKey(scope.keyId);
      rate = fields;
      if (refusal) throw refusal;
      const input = await readInput(contract, request, await context.params);
      const answer = await handler(scope, input);
      if (!contract.list) return success(contract.status, answer, requestId);
      const { items, total, nextCursor } = answer as Page<unknown>;
      const { limit } = input.query as { limit: number };
      return success(contract.status, items, requestId, { total, limit, next_cursor: nextCursor });
    };
    const response = await answerIt().catch((thrown) => failure(thrown, requestId));
    for (const [name, value] of Object.entries(rate)) response.headers.set(name, value);
    return response;
  };
}
