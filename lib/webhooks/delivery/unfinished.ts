/** Deliveries that are not finished, for the sweep and for operators. */
import type { Job } from "../../jobs/enqueue.ts";
import type { Claimed, Work } from "../../jobs/sweep.ts";

type Delivery = { id: string; endpointId: string; bankId?: string; generation: number };

/** Asks for a delivery. @param attempt the one it begins with */
export const deliveryJob = (
  { id, endpointId, bankId, generation }: Delivery,
  attempt: number,
): Job => ({
  name: "webhook/delivery.requested",
  data: {
    delivery_id: id,
    endpoint_id: endpointId,
    ...(bankId === undefined ? {} : { bank_id: bankId }),
    generation,
    attempt,
  },
});

export const DELIVERIES: Work<Claimed & { endpoint_id: string; bank_id: string }> = {
  table: "webhook_delivery",
  id: "id",
  owner: "(select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)",
  returning:
    "endpoint_id, (select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)",
  job: ({ id, endpoint_id: endpointId, bank_id: bankId, generation }, attempt) =>
    deliveryJob({ id, endpointId, bankId, generation }, attempt),
};
