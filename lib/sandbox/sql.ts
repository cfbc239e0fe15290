/** The demo bank's activity, as the sandbox's pages show it. */
import { sql } from "kysely";
import { raw } from "../database/expressions.ts";
import { run, runForOne } from "../database/run.ts";
import { cardholderDonations } from "../donations/sql.ts";
import { DEMO_BANK_ID } from "./demo-bank.ts";

/** The demo bank's donations, newest first, with their platforms' responses. */
export const listDemoDonations = (limit: number) =>
  run(
    cardholderDonations
      .select(["c.attemptCount", "c.lastError"])
      .where("d.bankId", "=", DEMO_BANK_ID)
      .orderBy("d.createdAt", "desc")
      .orderBy("d.id", "desc")
      .limit(limit),
  );

export type DemoDonation = Awaited<ReturnType<typeof listDemoDonations>>[number];

const version = raw(sql<{ version: string }>`
  select concat_ws('.',
    (select id from donation where bank_id = ${DEMO_BANK_ID}
      order by created_at desc, id desc limit 1),
    (select concat_ws('.', count(*), sum(attempt_count))
      from donation d left join credit c on c.donation_id = d.id
      where d.bank_id = ${DEMO_BANK_ID} and d.status = 'pending'),
    (select max(id) from sandbox_inbox)) as version`);

/** A version that changes when the pages do: with donations, their attempts, and the inbox. */
export const readDemoVersion = async (): Promise<string> =>
  (await runForOne(version))?.version ?? "";
