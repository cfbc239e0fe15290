/** The demo bank's activity, as the sandbox's pages show it. */
import { run, runForOne } from "../database/run.ts";
import { serializeDonation } from "../donations/serialize.ts";
import { cardholderDonations } from "../donations/sql.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";
import { selectVersion } from "./sql.ts";

/** The demo bank's donations, newest first, with their platforms' responses. */
export async function listDemoDonations(limit: number) {
  const rows = await run(
    cardholderDonations
      .select(["c.attemptCount", "c.lastError"])
      .where("d.bankId", "=", DEMO_BANK_ID)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(limit),
  );
  return rows.map((row) => ({
    ...serializeDonation(row),
    school_name: row.schoolName,
    attempts: row.attemptCount ?? 0,
    last_error: row.lastError,
  }));
}

export type DemoDonation = Awaited<ReturnType<typeof listDemoDonations>>[number];

/** A version that changes whenever the pages about the demo bank would. */
export const readDemoVersion = async (): Promise<string> =>
  (await runForOne(selectVersion(DEMO_BANK_ID)))?.version ?? "";
