/** Sends queued emails by SMTP. Without a configured server, they stay stored for the operator to read. */
import { createTransport } from "nodemailer";
import { parseConnectionUrl } from "nodemailer/lib/shared/index.js";
import type { Email } from "../../generated/prisma/client.ts";
import { db } from "../database/prisma.ts";
import { env } from "../env.ts";
import {
  type AttemptResult,
  attemptUnlessDeleted,
  DUE_MS,
  finished,
  type Schedule,
} from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { log } from "../log.ts";
import { memoized } from "../memoized.ts";
import { metrics } from "../metrics.ts";
import { sendableForm } from "./secrets.ts";
import type { EmailDocument } from "./templates/compose.ts";
import { renderHtml } from "./templates/render.ts";

export type Attachment = { filename: string; content: Buffer; contentType: string };

export type DrawReceipt = (giftId: string) => Promise<Attachment>;

/** In milliseconds. Parameters in the URL take precedence. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

export const withTimeouts = (smtpUrl: string) => ({ ...TIMEOUTS, ...parseConnectionUrl(smtpUrl) });

const transportTo = memoized((smtpUrl: string) => createTransport(withTimeouts(smtpUrl)));

type Sendable = Pick<Email, "id" | "to" | "subject" | "text"> & { content: EmailDocument | null };

/** @throws the server's error */
async function transmit(
  { id, to, subject, text, content }: Sendable,
  drawReceipt: DrawReceipt,
  smtpUrl: string,
): Promise<void> {
  const { emailFrom, brandName } = env();
  const giftId = content?.attachedReceiptOf;
  await transportTo(smtpUrl).sendMail({
    from: { name: brandName, address: emailFrom },
    to,
    subject,
    text,
    ...(content && { html: await renderHtml(content) }),
    attachments: giftId ? [await drawReceipt(giftId)] : [],
    messageId: `<${id}@${emailFrom.split("@")[1]}>`,
  });
}

/**
 * Sends an email once, if an attempt is due. After a crash it may be sent again with the same Message-ID, so that
 * email clients recognize the duplicate.
 * @returns the email's status; `gone` if it was deleted
 */
export const sendEmail = (
  { id: emailId, generation }: Member,
  { waitBefore, attempts }: Schedule,
  drawReceipt: DrawReceipt,
): Promise<AttemptResult> =>
  attemptUnlessDeleted("email", emailId, async () => {
    const email = await db().email.findUniqueOrThrow({ where: { id: emailId } });
    if (email.status !== "pending") return finished(email.status);
    if (email.generation > generation) return finished("superseded");
    const waitMs = email.nextAttemptAt.getTime() - Date.now();
    if (waitMs > DUE_MS) return { status: "pending", dueInMs: waitMs };
    const number = email.attemptCount + 1;
    const { smtpUrl } = env();
    const settle = async (
      status: "pending" | "sent" | "kept" | "failed",
      lastError: string | null,
    ): Promise<AttemptResult> => {
      const dueInMs = status === "pending" ? waitBefore(number + 1, emailId) : 0;
      await db().email.updateMany({
        // A failure doesn't change the schedule if a later run has superseded this one.
        where: {
          id: emailId,
          status: "pending",
          ...(lastError === null ? {} : { generation: { lte: generation } }),
        },
        data: {
          status,
          lastError,
          attemptCount: { increment: 1 },
          nextAttemptAt: new Date(Date.now() + dueInMs),
          ...(status === "pending" ? {} : { sentAt: new Date(), encryptedSecret: null }),
        },
      });
      metrics().emailAttempts.inc({ outcome: status });
      // Logs neither the address nor the error, which can quote the address.
      const level = status === "failed" ? "warn" : "info";
      log()[level]({ email_id: emailId, outcome: status }, "email");
      return { status, dueInMs };
    };
    if (!smtpUrl) return settle("kept", null);
    const whole = await sendableForm({ ...email, content: email.content as EmailDocument | null });
    if (!whole)
      return settle("failed", "its link has expired, so the person has to request another one");
    try {
      await transmit(whole, drawReceipt, smtpUrl);
    } catch (error) {
      return settle(
        number >= attempts ? "failed" : "pending",
        (error as Error).message.slice(0, 500),
      );
    }
    // Outside the try: a failure to record a sent email must not mark it as failed.
    return settle("sent", null);
  });
