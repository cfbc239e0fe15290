/** For operators, who name an endpoint, an event, or a replay without its bank. */
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";

const TABLES = { endpoint: "webhookEndpoint", event: "event", replay: "eventReplay" } as const;

export type Owned = keyof typeof TABLES;

/** The bank of one of them, or null if there is none. A deleted endpoint still has its bank. */
export async function bankOf(kind: Owned, id: string): Promise<string | null> {
  const one = kysely.selectFrom(TABLES[kind]).select("bankId").where("id", "=", id);
  return (await runForOne(one))?.bankId ?? null;
}
