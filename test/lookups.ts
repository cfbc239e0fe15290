import type { FairQueue } from "#lib/fair-queue.ts";
import { perProcess } from "#lib/singleton.ts";

const queues = perProcess("dns lookups", () => new Map<string, FairQueue>());

/** DNS lookups in progress and waiting in this process, per owner. */
export const lookupsInProgress = () =>
  new Map(Array.from(queues(), ([id, { load }]) => [id, load]));
