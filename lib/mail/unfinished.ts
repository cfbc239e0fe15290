/** Mails that are not sent, for the sweep. */
import type { Work } from "../unfinished.ts";

export const MAILS: Work = {
  table: "mail",
  id: "id",
  job: ({ id, generation }, attempt) => ({
    name: "mail/send.requested",
    data: { mail_id: id, generation, attempt },
  }),
};
