/** Pushes that are not finished, for the sweep and for operators. */
import type { Claimed, Work } from "../../jobs/sweep.ts";

export const PUSHES: Work<Claimed & { school_id: string; bank_id: string }> = {
  table: "credit",
  id: "donation_id",
  owner: "(select bank_id from donation where donation.id = donation_id)",
  returning:
    "(select school_id from donation where donation.id = donation_id), " +
    "(select bank_id from donation where donation.id = donation_id)",
  job: ({ id, school_id, bank_id, generation }, attempt) => ({
    name: "donation/push.requested",
    data: { donation_id: id, school_id, bank_id, generation, attempt },
  }),
};
