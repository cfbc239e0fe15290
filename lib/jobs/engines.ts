/** The two engines that run jobs, as far as dispatching and groups depend on them. */
import { env } from "../env.ts";

export type Engine = {
  /** It may be sent the same jobs twice, and a run costs it many times what it costs the embedded executor. */
  isRemote: boolean;
  /** The maximum number of members of a group. */
  groupSize: number;
  /** How long the dispatcher waits for more jobs once it is woken, and while many come: they share groups. */
  gatherMs: number;
  gatherManyMs: number;
  /** How long a group waits while none of its members is answered, and how long for each of them. */
  silenceMs: number;
  longestMs: number;
};

export const EMBEDDED: Engine = {
  isRemote: false,
  groupSize: 16,
  ...{ gatherMs: 5, gatherManyMs: 40 },
  ...{ silenceMs: 250, longestMs: 500 },
};

/** An Inngest server. */
export const REMOTE: Engine = {
  isRemote: true,
  groupSize: 64,
  ...{ gatherMs: 100, gatherManyMs: 200 },
  ...{ silenceMs: 1_000, longestMs: 2_000 },
};

/** The engine of this installation. */
export const engine = (): Engine => (env().embeddedExecutor ? EMBEDDED : REMOTE);
