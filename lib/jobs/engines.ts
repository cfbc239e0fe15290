/** The two engines that run jobs, as far as dispatching depends on them. */
import { env } from "../env.ts";

export type Engine = {
  /** It may be sent the same jobs twice, so groups are stored before they are sent. */
  isRemote: boolean;
  /** The maximum number of items of a group. */
  groupSize: number;
  /** How long the dispatcher waits for more jobs once it is woken, and while many come, in milliseconds. */
  gatherMs: number;
  gatherManyMs: number;
};

export const EMBEDDED: Engine = { isRemote: false, groupSize: 32, gatherMs: 5, gatherManyMs: 40 };

/** An Inngest server. A run costs it many times what it costs the embedded executor. */
export const REMOTE: Engine = { isRemote: true, groupSize: 64, gatherMs: 100, gatherManyMs: 200 };

/** The engine of this installation. */
export const engine = (): Engine => (env().embeddedExecutor ? EMBEDDED : REMOTE);
