/** Requests with another tenant's IDs and with unknown IDs: the responses must not differ. */
import { randomUUID } from "node:crypto";
import type { CallOptions, call } from "../api.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** The same request with every id replaced by an unknown one. */
export function withOtherIds(request: CallOptions): CallOptions {
  const text = JSON.stringify(request, (_, value) =>
    typeof value === "string" && UUID.test(value) ? randomUUID() : value,
  );
  return JSON.parse(text);
}

export const namesAnId = (request: CallOptions) =>
  JSON.stringify(withOtherIds(request)) !== JSON.stringify(request);

/** Removes details that differ between equivalent responses. */
export function comparable({ status, headers, body }: Awaited<ReturnType<typeof call>>) {
  const kept = [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit)/.test(name));
  return { status, headers: kept, body: { ...body, meta: { ...body.meta, request_id: "" } } };
}
