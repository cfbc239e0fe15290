/** Sends queued emails by SMTP. If no server is configured, they stay stored and can be read. */
import { createTransport } from "nodemailer";
import { db } from "../database/prisma.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { env } from "../env.ts";
import { DUE_MS } from "../jobs/attempts.ts";
import type { Member } from "../jobs/sql.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { perProcess } from "../singleton.ts";
import { htmlOf } from "./queries.ts";
import { sendableForm } from "./secrets.ts";
import type { EmailDocument } from "./templates/composed.ts";

/** The status of an email after an attempt. */
export type EmailStatus = "pending" | "sent" | "kept" | "failed" | "held" | "superseded";

/** The retry schedule of emails, as far as an attempt has to know it. */
export type EmailSchedule = {
  /** The wait before this attempt, counted from 1, in milliseconds. */
  waitBefore(attempt: number): number;
  /** The number of attempts, after which the email has failed. */
  attempts: number;
};

/** What an attempt has left: the email's status, and when the next attempt is due if it is pending. */
export type EmailAttempted = { status: EmailStatus | "gone"; dueInMs: number };

export type Attachment = { filename: string; content: Buffer; contentType: string };

/** Draws the PDF of a gift's receipt. */
export type DrawReceipt = (giftId: string) => Promise<Attachment>;

/** In milliseconds. An operator may set others in the URL. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** nodemailer takes options together with a URL only as the URL's parameters. */
export function withTimeouts(smtpUrl: string): string {
  const url = new URL(smtpUrl);
  for (const [name, ms] of Object.entries(TIMEOUTS)) {
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(ms));
  }
  return url.href;
}

/** Opened only if a server is configured. */
const transport = perProcess("email transport", () =>
  createTransport(withTimeouts(env().smtpUrl as string)),
);

/** Closes the connection, so that a process (or a test) can end or change servers. */
export function closeEmailTransport(): void {
  transport.reset()?.close();
}

/**
 * Sends an email once, if an attempt is due. After a crash it may be sent again with the same Message-ID, by which email
 * clients recognize the duplicate.
 * @returns the email's status; `gone` if it was deleted
 */
export async function sendEmail(
  email: Member,
  schedule: EmailSchedule,
  drawReceipt: DrawReceipt,
): Promise<EmailAttempted> {
  const work = () => sendOnce(email, schedule, drawReceipt);
  const attempted = await unlessDeleted("mail", email.id, work);
  return attempted === "gone" ? { status: "gone", dueInMs: 0 } : attempted;
}

async function sendOnce(
  { id: emailId, generation }: Member,
  { waitBefore, attempts }: EmailSchedule,
  drawReceipt: DrawReceipt,
): Promise<EmailAttempted> {
  const email = await db().mail.findUniqueOrThrow({ where: { id: emailId } });
  if (email.status !== "pending") return { status: email.status as EmailStatus, dueInMs: 0 };
  if (email.generation > generation) return { status: "superseded", dueInMs: 0 };
  const waitMs = email.nextAttemptAt.getTime() - Date.now();
  if (waitMs > DUE_MS) return { status: "pending", dueInMs: waitMs };
  const number = email.attemptCount + 1;
  const { smtpUrl, mailFrom, brandName } = env();
  const settle = async (
    status: Exclude<EmailStatus, "held" | "superseded">,
    lastError: string | null,
  ): Promise<EmailAttempted> => {
    const dueInMs = status === "pending" ? waitBefore(number + 1) : 0;
    await db().mail.updateMany({
      // A failure leaves the schedule alone if a later run has taken over.
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
    // Neither the address nor the error: a server's response quotes the address.
    const level = status === "failed" ? "warn" : "info";
    log()[level]({ mail_id: emailId, outcome: status }, "mail");
    return { status, dueInMs };
  };
  if (!smtpUrl) return settle("kept", null);
  const whole = await sendableForm({ ...email, content: email.content as EmailDocument | null });
  if (!whole)
    return settle("failed", "its link has expired, so the person has to request another one");
  try {
    const html = await htmlOf(whole.content);
    const giftId = whole.content?.attachedReceiptOf;
    const attachments = giftId ? [await drawReceipt(giftId)] : [];
    await transport().sendMail({
      from: { name: brandName, address: mailFrom },
      to: email.to,
      subject: email.subject,
      text: whole.text,
      ...(html ? { html } : {}),
      attachments,
      messageId: `<${email.id}@${mailFrom.split("@")[1]}>`,
    });
  } catch (error) {
    return settle(
      number >= attempts ? "failed" : "pending",
      (error as Error).message.slice(0, 500),
    );
  }
  // Outside the try: a failure to record a sent email must not mark it as failed.
  return settle("sent", null);
}
