/** Sending what is in the outbox: by SMTP where that is configured, else it stays and can be read. */
import { createTransport } from "nodemailer";
import { db } from "../database/prisma.ts";
import { unlessDeleted } from "../database/unless-deleted.ts";
import { env } from "../env.ts";
import { log } from "../log.ts";
import { metrics } from "../metrics.ts";
import { perProcess } from "../singleton.ts";
import { sendableForm } from "./secrets.ts";

/** How an email stands after an attempt. */
export type EmailStatus = "pending" | "sent" | "kept" | "failed" | "held" | "superseded";

/** One attempt, as its run sees it. */
export type EmailAttempt = { generation: number; nextWaitMs: number; last: boolean };

const transport = perProcess("email transport", () =>
  createTransport(env().smtpUrl, {
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
  } as never),
);

/** Forgets the connection, so that a process (or a test) can end or change servers. */
export function closeEmailTransport(): void {
  transport.reset()?.close();
}

/**
 * Sends once. After a crash in between it may be sent again; the Message-ID stays the same, by which
 * email clients show it once.
 * @returns how the email stands; `gone` where there is no such email any more
 */
export const sendEmail = (mailId: string, run: EmailAttempt): Promise<EmailStatus | "gone"> =>
  unlessDeleted("mail", mailId, () => sendOnce(mailId, run));

async function sendOnce(mailId: string, run: EmailAttempt): Promise<EmailStatus> {
  const email = await db().mail.findUniqueOrThrow({ where: { id: mailId } });
  if (email.status !== "pending") return email.status as EmailStatus;
  if (email.generation > run.generation) return "superseded";
  const { smtpUrl, mailFrom, brandName } = env();
  const settle = async (
    status: Exclude<EmailStatus, "held" | "superseded">,
    lastError: string | null,
  ) => {
    await db().mail.updateMany({
      where: { id: mailId, status: "pending" },
      data: {
        status,
        lastError,
        attemptCount: { increment: 1 },
        nextAttemptAt: new Date(Date.now() + run.nextWaitMs),
        ...(status === "pending" ? {} : { sentAt: new Date(), encryptedSecret: null }),
      },
    });
    metrics().mailAttempts.inc({ outcome: status });
    // Neither to whom nor why not: a server's answer quotes the address.
    const level = status === "failed" ? "warn" : "info";
    log()[level]({ mail_id: mailId, outcome: status }, "mail");
    return status;
  };
  if (!smtpUrl) return settle("kept", null);
  const whole = await sendableForm(email);
  if (!whole) return settle("failed", "its link has expired: the person has to ask for another");
  try {
    await transport().sendMail({
      from: { name: brandName, address: mailFrom },
      to: email.to,
      subject: email.subject,
      text: whole.text,
      ...(whole.html ? { html: whole.html } : {}),
      messageId: `<${email.id}@${mailFrom.split("@")[1]}>`,
    });
  } catch (error) {
    return settle(run.last ? "failed" : "pending", (error as Error).message.slice(0, 500));
  }
  // Outside the try: an email that has gone is not a failed one because we could not write that down.
  return settle("sent", null);
}
