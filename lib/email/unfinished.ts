/** Mails that are not sent, for the sweep. */
import type { Claimed, Work } from "../jobs/sweep.ts";

export const MAILS: Work<Claimed & { bank_id: string | null }> = {
  table: "mail",
  id: "id",
  owner: "bank_id",
  returning: "bank_id",
  job: ({ id, bank_id, generation }, attempt) => ({
    name: "mail/send.requested",
    data: { mail_id: id, ...(bank_id ? { bank_id } : {}), generation, attempt },
  }),
};
