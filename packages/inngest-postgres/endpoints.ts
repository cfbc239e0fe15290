/** The server's API as the SDK calls it, answered in this process through the client's `fetch`. */
import { InvalidEvent, readEvents, type StoredEvent } from "./events.ts";
import { type Operation, settledSteps } from "./outcome.ts";
import type { StepResult } from "./store.ts";

type Settings = {
  /** Adds the runs that these events start. */
  addRuns: (events: StoredEvent[]) => Promise<void>;
  /** Stores the results of steps for the call with this token; false if that call must not continue. */
  checkpoint: (token: string, steps: StepResult[]) => Promise<boolean>;
};

const SEED_HEADER = "x-inngest-event-id-seed";
const CHECKPOINT = /^\/v1\/checkpoint\/[^/]+\/async$/;

const answer = (status: number, body: object) => Response.json({ ...body, status }, { status });

/** Makes the `fetch` of the client. */
export function createEndpoints({ addRuns, checkpoint }: Settings) {
  async function receiveEvents(body: string, seed: string | null): Promise<Response> {
    const events = readEvents(JSON.parse(body), seed);
    await addRuns(events);
    return answer(200, { ids: events.map(({ id }) => id) });
  }

  async function receiveCheckpoint(body: string): Promise<Response> {
    const { qi_id: token, steps } = JSON.parse(body) as { qi_id: string; steps: Operation[] };
    const settled = settledSteps(steps);
    const [unknown] = settled.pending;
    if (unknown) {
      return answer(501, { error: `The embedded executor doesn't support ${unknown.op}.` });
    }
    // 409 ends the call without an error: the run belongs to another process by now, or is to be released.
    return (await checkpoint(token, settled.steps)) ? answer(200, {}) : answer(409, {});
  }

  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = String(init?.body ?? "");
    try {
      if (pathname.startsWith("/e/")) {
        return await receiveEvents(body, new Headers(init?.headers).get(SEED_HEADER));
      }
      if (CHECKPOINT.test(pathname)) return await receiveCheckpoint(body);
    } catch (error) {
      const { message } = error as Error;
      return answer(error instanceof InvalidEvent ? 400 : 503, { error: message });
    }
    return answer(501, { error: `The embedded executor doesn't support the path ${pathname}.` });
  };
}
