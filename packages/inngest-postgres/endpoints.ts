/** What the SDK asks of its server, answered in this process through the client's `fetch`. */
import { InvalidEvent, readEvents, type StoredEvent } from "./events.ts";
import { type Operation, settledSteps } from "./outcome.ts";
import type { StepResult } from "./store.ts";

type Settings = {
  /** Adds the runs that these events start. */
  addRuns: (events: StoredEvent[]) => Promise<void>;
  /** Keeps steps for the call of that token; false where that call must not go on. */
  checkpoint: (token: string, steps: StepResult[]) => Promise<boolean>;
};

const SEED_HEADER = "x-inngest-event-id-seed";
const CHECKPOINT = /^\/v1\/checkpoint\/[^/]+\/async$/;

const answer = (status: number, body: object) => Response.json({ ...body, status }, { status });

/** Makes the `fetch` of the client. */
export function createEndpoints({ addRuns, checkpoint }: Settings) {
  async function takeEvents(body: string, seed: string | null): Promise<Response> {
    const events = readEvents(JSON.parse(body), seed);
    await addRuns(events);
    return answer(200, { ids: events.map(({ id }) => id) });
  }

  async function takeCheckpoint(body: string): Promise<Response> {
    const { qi_id: token, steps } = JSON.parse(body) as { qi_id: string; steps: Operation[] };
    const settled = settledSteps(steps);
    const [odd] = settled.pending;
    if (odd) return answer(501, { error: `The embedded executor does not support ${odd.op}.` });
    // 409 ends the call quietly: the run is another's by now, or is to be given back.
    return (await checkpoint(token, settled.steps)) ? answer(200, {}) : answer(409, {});
  }

  return async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const body = String(init?.body ?? "");
    try {
      if (pathname.startsWith("/e/")) {
        return await takeEvents(body, new Headers(init?.headers).get(SEED_HEADER));
      }
      if (CHECKPOINT.test(pathname)) return await takeCheckpoint(body);
    } catch (error) {
      const { message } = error as Error;
      return answer(error instanceof InvalidEvent ? 400 : 503, { error: message });
    }
    return answer(501, { error: `The embedded executor does not know ${pathname}.` });
  };
}
