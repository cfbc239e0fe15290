/** From rows to what the API shows of endpoints. */
import type { Endpoint } from "./contract.ts";

export type EndpointRow = {
  id: string;
  url: string;
  description: string | null;
  eventTypes: string[];
  status: string;
  disabledReason: string | null;
  failingSince: Date | null;
  createdAt: Date;
};

/** An endpoint, without its secret. */
export function serializeEndpoint(row: EndpointRow): Endpoint {
  return {
    endpoint_id: row.id,
    url: row.url,
    description: row.description,
    event_types: row.eventTypes.length > 0 ? (row.eventTypes as Endpoint["event_types"]) : null,
    status: row.status as Endpoint["status"],
    disabled_reason: row.disabledReason,
    failing_since: row.failingSince?.toISOString() ?? null,
    created_at: row.createdAt.toISOString(),
  };
}
