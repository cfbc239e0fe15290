/** Sends queued emails by SMTP. If no server is configured, they stay stored and can be read. */
import { createTransport } from "nodemailer";
import { db } from "../database/prisma.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { perProcess } from "../singleton.ts";
import { htmlOf } from "./queries.ts";
import { sendableForm } from "./secrets.ts";
import type { EmailDocument } from "./templates/composed.ts";

/** The status of an email after an attempt. */
export type EmailStatus = "pending" | "sent" | "kept" | "failed" | "held" | "superseded";

/** One attempt of a run. */
export type EmailAttempt = { generation: number; nextWaitMs: number; last: boolean };

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
 * Sends an email once. After a crash it may be sent again with the same Message-ID, by which email clients
 * recognize the duplicate.
 * @returns the email's status; `gone` if it was deleted
 */
export const sendEmail = (
  emailId: string,
  run: EmailAttempt,
  drawReceipt: DrawReceipt,
): Promise<EmailStatus | "gone"> =>
  unlessDeleted("mail", emailId, () => sendOnce(emailId, run, drawReceipt));

async function sendOnce(
  emailId: string,
  run: EmailAttempt,
  drawReceipt: DrawReceipt,
): Promise<EmailStatus> {
  const email = await db().mail.findUniqueOrThrow({ where: { id: emailId } });
  if (email.status !== "pending") return email.status as EmailStatus;
  if (email.generation > run.generation) return "superseded";
  const { smtpUrl, mailFrom, brandName } = env();
  const settle = async (
    status: Exclude<EmailStatus, "held" | "superseded">,
    lastError: string | null,
  ) => {
    await db().mail.updateMany({
      where: { id: emailId, status: "pending" },
      data: {
        status,
        lastError,
        attemptCount: { increment: 1 },
        nextAttemptAt: new Date(Date.now() + run.nextWaitMs),
        ...(status === "pending" ? {} : { sentAt: new Date(), encryptedSecret: null }),
      },
    });
    metrics().emailAttempts.inc({ outcome: status });
    // Neither the address nor the error: a server's response quotes the address.
    const level = status === "failed" ? "warn" : "info";
    log()[level]({ mail_id: emailId, outcome: status }, "mail");
    return status;
  };
  if (!smtpUrl) return settle("kept", null);
  const whole = await sendableForm({ ...email, content: email.content as EmailDocument | null });
  if (!whole)
    return settle("failed", "its link has expired, so the person has to request another one");
  try {
    const html = await htmlOf(whole);
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
    return settle(run.last ? "failed" : "pending", (error as Error).message.slice(0, 500));
  }
  // Outside the try: a failure to record a sent email must not mark it as failed.
  return settle("sent", null);
}
