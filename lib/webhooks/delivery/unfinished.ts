/** Deliveries that are not finished, for the sweep and for operators. */
import { sql } from "kysely";
import type { Job } from "../../jobs/enqueue.ts";
import type { Work } from "../../jobs/sweep.ts";

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

export const DELIVERIES: Work<"webhook/delivery.requested"> = {
  job: "webhook/delivery.requested",
  table: "webhookDelivery",
  id: "id",
  owner: sql`(select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id)`,
  data: sql`jsonb_build_object('delivery_id', work.id, 'endpoint_id', endpoint_id, 'bank_id',
    (select bank_id from webhook_endpoint where webhook_endpoint.id = endpoint_id))`,
};
