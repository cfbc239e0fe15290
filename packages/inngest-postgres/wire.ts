/**
 * The SDK's wire protocol, in this process: a serve handler like those for web frameworks, but its requests
 * are plain objects. They never cross a network, so they need no signature. The public route has its own
 * handler, which requires one.
 */
import { type Inngest, InngestCommHandler, type InngestFunction } from "inngest";
import type { SdkResponse } from "./next-action.ts";
import type { ClaimedRun } from "./store.ts";

type Request = { method: "POST" | "PUT"; query: string; body: string; syncKind?: "in_band" };
type Response = { status: number; headers: Record<string, string>; body: string };

export type Call = {
  run: ClaimedRun;
  maxAttempts: number;
  /** Whether to plan the next step without running it, since earlier results aren't stored yet. */
  planOnly: boolean;
  /** Set to request one step by its ID. */
  stepId: string | undefined;
};

export type Wire = ReturnType<typeof createWire>;

/** Not a real URL: all of the SDK's requests go through the client's `fetch`. */
export const BASE_URL = "http://embedded.invalid/";

function bodyOf({ run, maxAttempts, planOnly }: Call): string {
  return JSON.stringify({
    event: run.event,
    events: [run.event],
    steps: Object.fromEntries(run.steps.map(({ id, ...result }) => [id, result])),
    // -1 is "whichever the SDK prefers". It would try any other version by trial and error on every call.
    version: -1,
    ctx: {
      run_id: run.id,
      attempt: run.attempt,
      max_attempts: maxAttempts,
      disable_immediate_execution: planOnly,
      use_api: false,
      stack: { stack: run.steps.map(({ id }) => id), current: run.steps.length },
    },
  });
}

/** Calls one client's functions. */
export function createWire(client: Inngest, functions: readonly InngestFunction.Like[]) {
  const handle = new InngestCommHandler({
    frameworkName: "embedded",
    client,
    functions,
    skipSignatureValidation: true,
    handler: ({ method, query, body, syncKind }: Request) => ({
      method: () => method,
      url: () => new URL(`api/inngest${query}`, BASE_URL),
      body: () => body,
      headers: (name: string) => (name.toLowerCase() === "x-inngest-sync-kind" ? syncKind : null),
      transformResponse: (response: Response) => response,
    }),
  }).createHandler<(request: Request) => Promise<Response>>();

  return {
    /** Returns the functions' configurations. */
    async sync(): Promise<{ id: string }[]> {
      const body = JSON.stringify({ url: `${BASE_URL}api/inngest` });
      const response = await handle({ method: "PUT", query: "", body, syncKind: "in_band" });
      if (response.status === 200) return JSON.parse(response.body).functions;
      throw new Error(`The functions can't be read: ${response.status} ${response.body}`);
    },

    /** Calls a run's function once. Never throws: an error becomes a response with status 500. */
    async call(call: Call): Promise<SdkResponse> {
      const query = `?fnId=${encodeURIComponent(call.run.functionId)}&stepId=${call.stepId ?? "step"}`;
      try {
        const { status, headers, body } = await handle({
          method: "POST",
          query,
          body: bodyOf(call),
        });
        const noRetry = new Headers(headers).get("x-inngest-no-retry") === "true";
        return { status, noRetry, body: body === "" ? null : JSON.parse(body) };
      } catch (error) {
        const { name, message, stack } = error as Error;
        return { status: 500, noRetry: false, body: { name, message, stack } };
      }
    },
  };
}
