import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "../../env.ts";
import { asCents } from "../../money.ts";
import { SANDBOX_NOTICE } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { donationCompletedEmail, donationFailedEmail } from "./donation.ts";
import { endpointDisabledEmail } from "./endpoint-disabled.ts";
import { renderHtml } from "./layout.ts";
import { receiptEmail } from "./receipt.ts";
import { type SecurityEvent, securityEmail } from "./security.ts";
import { setPasswordEmail } from "./set-password.ts";

/** With its HTML, as it is sent. */
const rendered = async (email: Composed) => ({ ...email, html: await renderHtml(email.content) });

const at = new Date("2026-11-21T21:17:26Z");
const link = "https://give.example/set-password?token=a_b-c&x=1";

const donation = {
  donationId: "0199b7a2-1111-7000-8000-1234567890ab",
  amountCents: asCents(2500),
  pointsRedeemed: 2500,
  pointsPerDollar: 100,
  schoolName: "Ohio State",
  fundName: "Annual Fund",
  bankName: "Harbor Bank",
  at,
};

const receipt = {
  receiptNumber: "OSU-2026-000017",
  organizationName: "The Ohio State University Foundation",
  schoolName: "Ohio State",
  amountCents: asCents(123_450),
  donationDate: "2026-11-21",
  statement: "No goods or services were provided.",
  specimen: true,
  link: "https://give.example/donations/1/receipt",
};

const EVENTS: SecurityEvent[] = [
  "password_set",
  "password_changed",
  "mfa_enabled",
  "mfa_disabled",
  "recovery_code_used",
  "recovery_codes_renewed",
  "session_theft",
  "codes_refused",
  "passwords_refused",
];

/** Every email, with what its text must contain. */
const EMAILS: [name: string, compose: () => Composed, says: string[]][] = [
  [
    "a first password",
    () => setPasswordEmail({ link, minutes: 30, first: true }),
    [`\n${link}\n`, "30 minutes"],
  ],
  [
    "a new password",
    () => setPasswordEmail({ link, minutes: 30, first: false }),
    [`\n${link}\n`, "30 minutes"],
  ],
  ...EVENTS.map((event): (typeof EMAILS)[number] => [
    `security: ${event}`,
    () => securityEmail(event, at),
    ["November 21, 2026, 9:17 PM UTC", "\nhttp://localhost:3000/forgot-password\n"],
  ]),
  [
    "a receipt",
    () => receiptEmail(receipt),
    [
      "$1,234.50",
      "OSU-2026-000017",
      "November 21, 2026",
      `\n${receipt.link}\n`,
      "No goods or services were provided.",
      "It is not a tax document.",
    ],
  ],
  [
    "a donation that is completed",
    () => donationCompletedEmail({ ...donation, confirmationId: "cr_1" }),
    [
      "$25\n2,500 points\n100 points = $1 at Harbor Bank\n",
      "Fund: Annual Fund",
      "School’s number: cr_1",
      `\nhttp://localhost:3000/donations/${donation.donationId}\n`,
      "\nhttp://localhost:3000/settings\n",
    ],
  ],
  [
    "a donation that has failed",
    () => donationFailedEmail(donation),
    [
      "$25\n",
      "could not be made",
      "We have told Harbor Bank, which restores your 2,500 points.",
      `\nhttp://localhost:3000/donations/${donation.donationId}\n`,
    ],
  ],
  [
    "an endpoint that is disabled",
    () =>
      endpointDisabledEmail({ bankName: "Harbor Bank", url: link, reason: "it answered 410 Gone" }),
    [link, "it answered 410 Gone", "\nhttp://localhost:3000/docs\n"],
  ],
];

/** The visible text of the HTML. */
const readable = (html: string) =>
  html
    .replace(/<(style|title)[^>]*>[\s\S]*?<\/\1>/g, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");

describe.each(EMAILS)("%s", (_name, make, says) => {
  it("has everything important in its text, with each link on its own line", () => {
    const { subject, text } = make();
    expect(subject).toMatch(/^\S.{5,90}\S$/);
    for (const words of says) expect(text).toContain(words);
    for (const line of text.split("\n")) {
      if (line.includes("http://localhost")) expect(line).toMatch(/^\S+$/);
    }
  });

  it("says the same in its HTML", async () => {
    const { text, html } = await rendered(make());
    const words = (from: string) => from.match(/[\p{L}\d$]+/gu) ?? [];
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) =>
      to?.replaceAll("&amp;", "&"),
    );
    const shown = new Set([...words(readable(html)), ...words(links.join(" "))]);
    expect(words(text).filter((word) => !shown.has(word))).toEqual([]);
  });

  it("loads nothing, names its language, and prints no undefined value", async () => {
    const { subject, text, html } = await rendered(make());
    expect(html).not.toMatch(/<(img|script|link|iframe|object)|\ssrc=|url\(|@import/i);
    expect(html).toMatch(/<html [^>]*lang="en"/);
    expect(html).toContain("prefers-color-scheme:dark");
    expect(subject + text + html).not.toMatch(/undefined|\[object|NaN|!\s/);
  });

  it("has one button, and says nothing about deductibility", async () => {
    const { text, html } = await rendered(make());
    expect(html.match(/class="action"/g)).toHaveLength(1);
    expect(text).not.toMatch(/deduct/i);
  });
});

describe("subjects", () => {
  it("include the amount if there is one", () => {
    const subjects = [
      donationCompletedEmail({ ...donation, confirmationId: "cr_1" }),
      donationFailedEmail({ ...donation, amountCents: asCents(1999) }),
      receiptEmail({ ...receipt, specimen: false }),
    ];
    expect(subjects.map(({ subject }) => subject)).toEqual([
      "Your $25 donation to Ohio State is confirmed",
      "Your $19.99 donation to Ohio State could not be made",
      "Receipt for your $1,234.50 donation to Ohio State",
    ]);
  });
});

describe("names that others chose", () => {
  const hostile = `<script>alert("x")</script>\r\nBcc: eve@example.com`;

  it("are escaped in the HTML, and never on a line of their own", async () => {
    const { subject, text, html } = await rendered(
      donationFailedEmail({
        ...donation,
        schoolName: hostile,
        fundName: hostile,
        bankName: hostile,
      }),
    );
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });

  it("are escaped in a receipt, too", async () => {
    const { html } = await rendered(receiptEmail({ ...receipt, statement: hostile }));
    expect(html).not.toContain("<script");
  });
});

describe("the environment", () => {
  afterEach(() => {
    delete process.env.BRAND_NAME;
    rereadEnv();
  });

  it("is stated in every email of a sandbox, under the configured name", async () => {
    process.env.BRAND_NAME = "Gold & Giving";
    rereadEnv();
    const { text, html } = await rendered(securityEmail("mfa_enabled", at));
    expect(text.startsWith(`Gold & Giving\n${SANDBOX_NOTICE}\n`)).toBe(true);
    expect(html).toContain("Gold &amp; Giving");
    expect(html).toContain(SANDBOX_NOTICE);
  });
});

it("leaves out the points if there are none", () => {
  const { text } = donationFailedEmail({ ...donation, pointsRedeemed: 0 });
  expect(text).not.toMatch(/0 points/);
  expect(text).toContain("which restores your points");
});
