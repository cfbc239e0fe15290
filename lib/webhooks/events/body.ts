/**
 * Event bodies as stored and as sent. A stored body omits the fields that the bank chose, whose size it controls: they
 * are stored once, on the donation, where they never change.
 */

/** The omitted fields of `data`. They are null in a stored body, so that the order of fields stays the same. */
export type OmittedFields = { metadata: unknown; cardholderMessage: string | null };

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
}: OmittedFields & { body: string }): string {
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
