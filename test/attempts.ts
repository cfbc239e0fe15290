/** Single attempts, outside any run. The next attempt is due immediately, unless a delay is given. */
import { type DrawReceipt, sendEmail } from "#lib/email/send.ts";
import type { Watch } from "#lib/jobs/attempts.ts";
import { pushCredit } from "#lib/settlement/push.ts";
import { attemptDelivery } from "#lib/webhooks/delivery/deliver.ts";

/** A run's generation, the delay after the attempt, and the number of attempts. */
type Options = { generation?: number; waitMs?: number; attempts?: number };

/** Pushes a donation's credit. @param flag whether its schedule has ended @returns its status */
export async function push(
  id: string,
  { generation = 0, waitMs = 0, flag = false }: Omit<Options, "attempts"> & { flag?: boolean } = {},
  watch?: Watch,
): Promise<string> {
  const schedule = { waitBefore: () => waitMs, attempts: flag ? 1 : Number.POSITIVE_INFINITY };
  return (await pushCredit({ id, generation }, schedule, watch)).status;
}

/** Makes a delivery. @returns its status */
export async function deliver(
  id: string,
  { generation = 0, waitMs = 0, attempts = 100 }: Options = {},
  watch?: Watch,
): Promise<string> {
  const schedule = { waitBefore: () => waitMs, attempts };
  return (await attemptDelivery({ id, generation }, schedule, watch)).status;
}

const noReceipt: DrawReceipt = () => Promise.reject(new Error("no receipt is attached"));

/** Sends an email. @returns its status */
export async function send(
  id: string,
  { generation = 0, waitMs = 0, attempts = 100 }: Options = {},
  drawReceipt = noReceipt,
): Promise<string> {
  const schedule = { waitBefore: () => waitMs, attempts };
  return (await sendEmail({ id, generation }, schedule, drawReceipt)).status;
}
