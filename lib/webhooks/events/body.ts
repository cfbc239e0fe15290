/**
 * The bodies of events as they are stored and as they are sent. What a donation's event leaves out is in its donation,
 * where it never changes: a bank decides its size, and it would be stored again with each event.
 */

/** The fields of `data` that are left out: null in a stored body, so that each keeps its place. */
export type LeftOut = { metadata: unknown; cardholderMessage: string | null };

export function storedBody(body: Record<string, unknown>, data: Record<string, unknown>): string {
  const without = { ...data };
  for (const name of ["metadata", "cardholder_message"]) if (name in without) without[name] = null;
  return JSON.stringify({ ...body, data: without });
}

/** The body to send: the same bytes at every attempt, since both parts of it are stored and never change. */
export function wholeBody({
  body,
  metadata,
  cardholderMessage,
}: LeftOut & { body: string }): string {
  if (metadata === null && cardholderMessage === null) return body;
  const whole = JSON.parse(body);
  for (const [name, value] of [
    ["metadata", metadata],
    ["cardholder_message", cardholderMessage],
  ] as const) {
    if (name in whole.data) whole.data[name] = value;
  }
  return JSON.stringify(whole);
}
