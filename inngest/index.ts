/** All durable functions: what the files in functions/ export. */
import type { Inngest } from "inngest";
import * as single from "./functions/emails-and-replays.ts";
import * as groups from "./functions/pushes-and-deliveries.ts";
import * as scheduled from "./functions/scheduled.ts";

export const durableFunctions = (inngest: Inngest) =>
  [groups, single, scheduled].flatMap((file) => Object.values(file).map((make) => make(inngest)));
