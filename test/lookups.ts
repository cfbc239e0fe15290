import type { FairQueue } from "#lib/fair-queue.ts";
import { perProcess } from "#lib/singleton.ts";

const owners = perProcess("dns lookups", () => new Map<string, { queue: FairQueue }>());

/** DNS lookups in progress and waiting in this process, per owner. */
export const lookupsInProgress = () =>
  new Map(Array.from(owners(), ([id, { queue }]) => [id, queue.load]));
