import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { createTransport } from "nodemailer";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, it, vi } from "vitest";
import { send } from "#test/attempts.ts";
import { system } from "#test/factories.ts";
import { db } from "../database/prisma.ts";
import { transaction } from "../database/transaction.ts";
import { rereadEnv } from "../env.ts";
import { asCents } from "../money.ts";
import { listEmails } from "./queries.ts";
import { type NewEmail, queueEmail, retryEmail } from "./queue.ts";
import { SECRET_PLACEHOLDER } from "./secrets.ts";
import { type DrawReceipt, withTimeouts } from "./send.ts";
import { giftFailedEmail } from "./templates/gift.ts";
import { setPasswordEmail } from "./templates/notices.ts";
import { renderHtml } from "./templates/render.ts";

let server: SMTPServer | undefined;
const arrived: string[] = [];

/** A real SMTP server on loopback; refuses the given number of emails first. */
async function useSmtp(refuse = 0): Promise<void> {
  let left = refuse;
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, _session, done) {
      let text = "";
      stream.on("data", (chunk) => {
        text += chunk;
      });
      stream.on("end", () => {
        if (left-- > 0) return done(new Error("mailbox busy"));
        arrived.push(text);
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  process.env.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
  rereadEnv();
}

afterEach(async () => {
  if (server) await new Promise<void>((resolve) => server?.close(() => resolve()));
  server = undefined;
  arrived.length = 0;
  delete process.env.SMTP_URL;
  rereadEnv();
});

/** The parts of a multipart email by content type, decoded. */
function partsOf(raw: string): Record<string, string> {
  const boundary = /multipart\/alternative;\s+boundary="([^"]+)"/.exec(raw)?.[1];
  const parts = raw
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => {
      const [headers = "", ...body] = part.trim().split("\r\n\r\n");
      const type = /Content-Type: ([^;]+)/.exec(headers)?.[1] as string;
      const encoding = /Content-Transfer-Encoding: (\S+)/.exec(headers)?.[1];
      return [type, decode(body.join("\r\n\r\n"), encoding)];
    });
  return Object.fromEntries(parts);
}

function decode(body: string, encoding: string | undefined): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8").trimEnd();
  const unfolded = body.replaceAll("=\r\n", "").replaceAll("\r\n", "\n");
  if (encoding !== "quoted-printable") return unfolded;
  const bytes = unfolded.replace(/=([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, "latin1").toString("utf8");
}

const GIFT = {
  giftId: "0199b7a2-1111-7000-8000-1234567890ab",
  amountCents: asCents(2500),
  pointsRedeemed: 2500,
  pointsPerDollar: 100,
  fundName: "Fútbol – women’s = men’s",
  channel: "portal",
  authorizationId: null,
  bankName: "Harbor Bank",
  attributed: true,
  at: new Date("2026-11-21T21:17:26Z"),
  timeZone: "America/New_York",
};

type TestEmail = Pick<NewEmail, "subject" | "text" | "content" | "secret"> & Partial<NewEmail>;

const queue = async (email: TestEmail) => {
  const to = `pat.${randomUUID()}@example.com`;
  const whole: NewEmail = { to, kind: "password-link", cardholderId: null, ...email };
  return { to, ...(await transaction((tx) => queueEmail(tx, whole))) };
};

const queued = async () => (await queue({ subject: "Grüße", text: "One line." })).id;

describe("with an SMTP server", () => {
  it("sends an email once, with a stable Message-ID", async () => {
    await useSmtp();
    const id = await queued();
    expect(await send(id)).toBe("sent");
    expect(await send(id)).toBe("sent");
    expect(arrived).toHaveLength(1);
    expect(arrived[0]).toContain(`Message-ID: <${id}@`);
    expect(arrived[0]).toContain("One line.");
  });

  it("retries if the server refuses it, and gives up after the last attempt", async () => {
    await useSmtp(2);
    const id = await queued();
    expect(await send(id)).toBe("pending");
    expect(await send(id, { attempts: 1 })).toBe("failed");
    expect((await db().email.findUnique({ where: { id } }))?.lastError).toContain("mailbox busy");
  });

  it("does not mark a sent email as failed if recording it fails", async () => {
    await useSmtp();
    const id = await queued();
    const updateMany = vi
      .spyOn(db().email, "updateMany")
      .mockRejectedValueOnce(new Error("unavailable"));
    await expect(send(id, { attempts: 1 })).rejects.toThrow("unavailable");
    expect(updateMany).toHaveBeenCalledTimes(1);
    updateMany.mockRestore();
    expect((await db().email.findUnique({ where: { id } }))?.status).toBe("pending");
  });

  it("retries if the server is unreachable", async () => {
    process.env.SMTP_URL = "smtp://127.0.0.1:9";
    rereadEnv();
    expect(await send(await queued())).toBe("pending");
  });

  it("gives up on a server that never greets", async () => {
    const silent = createServer().listen(0, "127.0.0.1");
    await once(silent, "listening");
    const { port } = silent.address() as AddressInfo;
    process.env.SMTP_URL = `smtp://127.0.0.1:${port}?greetingTimeout=200`;
    rereadEnv();
    expect(await send(await queued())).toBe("pending");
    silent.close();
  });

  it("uses the default timeouts unless the URL sets others", () => {
    const options = (url: string) => createTransport(withTimeouts(url)).options;
    expect(options("smtps://user:p%40ss@mail.example:465")).toMatchObject({
      host: "mail.example",
      port: 465,
      auth: { user: "user", pass: "p@ss" },
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
    });
    expect(options("smtp://mail.example?socketTimeout=5000")).toMatchObject({
      socketTimeout: 5_000,
    });
  });

  it("sends text and HTML unchanged, with any characters", async () => {
    await useSmtp();
    const email = giftFailedEmail({ ...GIFT, schoolName: "San José State" });
    const { id } = await queue(email);
    expect(await send(id)).toBe("sent");
    const parts = partsOf(arrived[0] as string);
    expect(Object.keys(parts)).toEqual(["text/plain", "text/html"]);
    expect(parts["text/plain"]).toBe(email.text.trimEnd());
    expect(parts["text/html"]).toBe(await renderHtml(email.content));
  });

  it("attaches the gift's receipt, rendered for each attempt", async () => {
    await useSmtp(1);
    const { content } = giftFailedEmail({ ...GIFT, schoolName: "Ohio State" });
    const attachedReceiptOf = GIFT.giftId;
    const { id } = await queue({
      subject: "S",
      text: "T",
      content: { ...content, attachedReceiptOf },
    });
    const requested: string[] = [];
    const draw: DrawReceipt = async (giftId) => {
      requested.push(giftId);
      const pdf = Buffer.from(`%PDF- of attempt ${requested.length}`);
      return { filename: "receipt-1.pdf", content: pdf, contentType: "application/pdf" };
    };
    expect(await send(id, {}, draw)).toBe("pending");
    expect(await send(id, {}, draw)).toBe("sent");
    expect(requested).toEqual([GIFT.giftId, GIFT.giftId]);
    expect(arrived[0]).toMatch(/Content-Type: application\/pdf; name=receipt-1.pdf/);
    expect(arrived[0]).toContain(Buffer.from("%PDF- of attempt 2").toString("base64"));
  });

  it("is retried later if the receipt cannot be rendered", async () => {
    await useSmtp();
    const { content } = giftFailedEmail({ ...GIFT, schoolName: "Ohio State" });
    const attachedReceiptOf = GIFT.giftId;
    const { id } = await queue({
      subject: "S",
      text: "T",
      content: { ...content, attachedReceiptOf },
    });
    expect(await send(id)).toBe("pending");
    expect(arrived).toEqual([]);
  });

  it("neither delays nor ends a retry that was requested while an attempt was in flight", async () => {
    await useSmtp();
    const { content } = giftFailedEmail({ ...GIFT, schoolName: "Ohio State" });
    const attached = { ...content, attachedReceiptOf: GIFT.giftId };
    for (const attempts of [2, 1]) {
      const { id } = await queue({ subject: "S", text: "T", content: attached });
      await send(id, { waitMs: 60_000, attempts }, async () => {
        expect(await retryEmail(system, id)).toBe(true);
        throw new Error("rendering failed");
      });
      const pdf = {
        filename: "r.pdf",
        content: Buffer.from("%PDF-"),
        contentType: "application/pdf",
      };
      expect(await send(id, { generation: 1 }, async () => pdf)).toBe("sent");
    }
  });

  it("is not retried before it is due", async () => {
    await useSmtp(1);
    const id = await queued();
    for (let n = 0; n < 2; n++) expect(await send(id, { waitMs: 60_000 })).toBe("pending");
    expect(await db().email.findUnique({ where: { id } })).toMatchObject({ attemptCount: 1 });
    expect(arrived).toEqual([]);
  });

  it("does nothing if a later request has superseded it", async () => {
    await useSmtp();
    const id = await queued();
    await db().email.update({ where: { id }, data: { generation: 1 } });
    expect(await send(id)).toBe("superseded");
  });
});

describe("without an SMTP server", () => {
  it("stores emails for the operator to read, and starts no run", async () => {
    const { id, to } = await queue({ subject: "Grüße", text: "One line." });
    const [email] = await listEmails(to.toUpperCase(), 1);
    expect(email).toMatchObject({ id, subject: "Grüße", text: "One line.", status: "kept" });
    expect(email?.sentAt).toBeInstanceOf(Date);
    const jobs = await db().outbox.findMany({ where: { name: "email/send.requested" } });
    expect(jobs.map(({ data }) => data)).not.toContainEqual({ email_id: id });
    expect(await send(id)).toBe("kept");
  });

  it("stores an email that was queued before the server setting was removed", async () => {
    await useSmtp();
    const id = await queued();
    delete process.env.SMTP_URL;
    rereadEnv();
    expect(await send(id)).toBe("kept");
  });
});

describe("a link in an email", () => {
  const TOKEN = "prs_sent-in-the-email-and-kept-nowhere";
  const linked = (seconds = 60) =>
    queue({
      subject: "Set your password",
      text: `Open this:\nhttps://give.example/set-password?token=${SECRET_PLACEHOLDER}\n`,
      content: setPasswordEmail({
        link: `https://give.example/set-password?token=${SECRET_PLACEHOLDER}`,
        minutes: 30,
        tries: 5,
        first: true,
        isMember: false,
      }).content,
      secret: { value: TOKEN, seconds },
    });

  /** All of its columns as text. */
  const storedRow = async (id: string) =>
    JSON.stringify(await db().email.findUniqueOrThrow({ where: { id } }));

  const inProduction = () => {
    process.env.SERVICE_ENVIRONMENT = "production";
    process.env.PUBLIC_BASE_URL = "https://give.example";
    rereadEnv();
  };
  afterEach(() => {
    delete process.env.SERVICE_ENVIRONMENT;
    delete process.env.PUBLIC_BASE_URL;
    rereadEnv();
  });

  it("is sent, and is never stored in plain text, before or after sending", async () => {
    await useSmtp(1);
    inProduction();
    const { id } = await linked();
    expect(await storedRow(id)).not.toContain(TOKEN);
    expect(await send(id)).toBe("pending");
    expect(await storedRow(id)).not.toContain(TOKEN);
    expect(await send(id)).toBe("sent");
    expect(arrived).toHaveLength(1);
    const parts = partsOf(arrived[0] as string);
    expect(parts["text/plain"]).toContain(`token=${TOKEN}`);
    expect(parts["text/html"]).toContain(`token=${TOKEN}`);
    const sent = await db().email.findUniqueOrThrow({ where: { id } });
    expect(sent.encryptedSecret).toBeNull();
    expect(await storedRow(id)).not.toContain(TOKEN);
  });

  it("is not sent after the link has expired, even if the operator retries it", async () => {
    await useSmtp();
    inProduction();
    const { id } = await linked(-1);
    expect(await send(id)).toBe("failed");
    await db().email.update({ where: { id }, data: { status: "pending" } });
    expect(await send(id)).toBe("failed");
    expect(arrived).toEqual([]);
  });

  it("is filled in only if a secret is stored: other text that contains the placeholder is sent unchanged", async () => {
    await useSmtp();
    inProduction();
    const email = { subject: "Receipt", text: `From ${SECRET_PLACEHOLDER} Bank.` };
    const { id } = await queue({ kind: "receipt", ...email });
    expect(await send(id)).toBe("sent");
    expect(arrived[0]).toContain(`From ${SECRET_PLACEHOLDER} Bank.`);
  });

  it("is dropped in production without a server, and stored in a sandbox", async () => {
    expect(await storedRow((await linked()).id)).toContain(TOKEN);
    inProduction();
    const { id } = await linked();
    const { status, encryptedSecret } = await db().email.findUniqueOrThrow({ where: { id } });
    expect({ status, encryptedSecret }).toEqual({ status: "kept", encryptedSecret: null });
    expect(await storedRow(id)).not.toContain(TOKEN);
  });
});
