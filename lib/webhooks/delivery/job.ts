/** The job that makes a delivery. */
import type { Job } from "../../jobs/enqueue.ts";

type Delivery = { id: string; endpointId: string; bankId: string; generation: number };

/** The job of a delivery. */
export const deliveryJob = ({ id, endpointId, bankId, generation }: Delivery): Job => ({
  name: "webhook/delivery.requested",
  data: { delivery_id: id, endpoint_id: endpointId, bank_id: bankId, generation },
});
