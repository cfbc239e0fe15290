/** Deliveries that are not finished, for the sweep and for operators. */
import type { Claimed, Work } from "../../jobs/sweep.ts";

export const DELIVERIES: Work<Claimed & { endpoint_id: string; bank_id: string }> = {
  table: "webhook_delivery",
  id: "id",
  owner: "(select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)",
  returning:
    "endpoint_id, (select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)",
  job: ({ id, endpoint_id, bank_id, generation }, attempt) => ({
    name: "webhook/delivery.requested",
    data: { delivery_id: id, endpoint_id, bank_id, generation, attempt },
  }),
};
