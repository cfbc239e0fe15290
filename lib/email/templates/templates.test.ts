import { afterEach, describe, expect, it } from "vitest";
import { rereadEnv } from "../../env.ts";
import { asCents } from "../../money.ts";
import type { Composed, EmailTicket } from "./compose.ts";
import { giftConfirmedEmail, giftFailedEmail, withReceipt } from "./gift.ts";
import {
  customerMovedEmail,
  endpointDisabledEmail,
  endpointFailingEmail,
  invitationEmail,
  type SecurityEvent,
  securityEmail,
  setPasswordEmail,
} from "./notices.ts";
import { type ReceiptEmail, receiptEmail } from "./receipt.ts";
import { renderHtml } from "./render.ts";

const rendered = async (email: Composed) => ({ ...email, html: await renderHtml(email.content) });

const at = new Date("2026-11-22T06:07:26Z");
const link = "https://give.example/set-password?token=a_b-c&x=1";
const giftId = "0199b7a2-1111-7000-8000-1234567890ab";
const giftLink = `http://localhost:3000/donations/${giftId}`;

const ticket: EmailTicket = {
  colors: { field: "#bb0000", ink: "#ffffff", stub: "#d4d4d4", stubInk: "#bb0000" },
  monogram: "OSU",
  school: "Ohio State",
  foundation: "The Buckeye Club",
  amount: "$25",
  points: ["2,500 points", "100 points = $1 at Harbor Bank"],
  stub: [
    ["Fund", "Annual Fund"],
    ["For your taxes", "May be tax-deductible", "Ask a tax advisor"],
    ["Confirmed", "Nov 22, 2026, 1:07 AM EST"],
  ],
};

const confirmed = {
  giftId,
  ticket,
  bankName: "Harbor Bank",
  attributed: true,
  confirmationNumber: "cr_1",
  name: "Jordan",
};

const failed = {
  giftId,
  amountCents: asCents(2500),
  pointsRedeemed: 2500,
  pointsPerDollar: 100,
  schoolName: "Ohio State",
  fundName: "Annual Fund",
  bankName: "Harbor Bank",
  channel: "portal",
  authorizationId: null,
  attributed: true,
  at,
  timeZone: "America/New_York",
};

const issued = { number: "OSU-2026-000017", specimen: true };

const receipt: ReceiptEmail = {
  ...issued,
  giftId,
  ticket: { ...ticket, points: [] },
  confirmationNumber: "cr_1",
  bankName: "Harbor Bank",
  attributed: true,
  statement: ["No goods or services were provided."],
  recipient: { own: true, name: "Jordan" },
  isRequested: false,
  isAttached: false,
  correction: null,
};

/** In emails about gifts through a link that is not accepted. */
const DECISION = [
  "Harbor Bank says",
  "If this wasn’t you, disconnect Harbor Bank",
  "\nThis wasn’t me:\nhttp://localhost:3000/settings#accounts\n",
  "because Harbor Bank says you’re its customer.",
];

const EVENTS: SecurityEvent[] = [
  "password_set",
  "password_changed",
  "app_added",
  "app_removed",
  "passkey_added",
  "passkey_removed",
  "passkey_copied",
  "mfa_disabled",
  "recovery_code_used",
  "recovery_codes_renewed",
  "session_theft",
  "codes_refused",
  "passwords_refused",
];

const TICKET_TEXT = [
  "\n$25\n2,500 points\n100 points = $1 at Harbor Bank\n",
  "\nOhio State\nThe Buckeye Club\n",
  "\nConfirmation number: cr_1\nFund: Annual Fund\n",
  "\nFor your taxes: May be tax-deductible. Ask a tax advisor.\n",
  "\nConfirmed: Nov 22, 2026, 1:07 AM EST\n",
];

/** Every email, with what its text must contain. */
const EMAILS: [name: string, compose: () => Composed, says: string[]][] = [
  [
    "a first password",
    () => setPasswordEmail({ link, minutes: 30, tries: 5, first: true, isMember: false }),
    [`\n${link}\n`, "30 minutes"],
  ],
  [
    "a new password",
    () => setPasswordEmail({ link, minutes: 30, tries: 5, first: false, isMember: false }),
    [`\n${link}\n`, "30 minutes"],
  ],
  [
    "a customer’s new address, to the earlier one",
    () => customerMovedEmail("Harbor Bank"),
    [
      "from this address any more",
      "\nhttp://localhost:3000/donations\n",
      "call Harbor Bank at a number",
    ],
  ],
  ...EVENTS.map((event): (typeof EMAILS)[number] => [
    `security: ${event}`,
    () => securityEmail(event, at),
    ["Nov 22, 2026, 6:07 AM UTC", "\nhttp://localhost:3000/forgot-password\n"],
  ]),
  [
    "a confirmed gift",
    () => giftConfirmedEmail(confirmed),
    [
      "\nThank you, Jordan!\n",
      ...TICKET_TEXT,
      `\nSee your gift:\n${giftLink}\n`,
      "\nhttp://localhost:3000/settings\n",
    ],
  ],
  [
    "a confirmed gift with its receipt",
    () => withReceipt(giftConfirmedEmail(confirmed).content, issued),
    [
      "\nThank you, Jordan!\n",
      ...TICKET_TEXT.slice(0, -1),
      "\nReceipt number (sample): OSU-2026-000017\nConfirmed: Nov 22, 2026, 1:07 AM EST\n",
      `\nView receipt:\n${giftLink}/receipt\n`,
    ],
  ],
  [
    "a failed gift",
    () => giftFailedEmail(failed),
    [
      "\nOhio State couldn’t accept your gift\n",
      "We’ve let Harbor Bank know, and your 2,500 points weren’t used.",
      "\n$25\n2,500 points\n",
      "\nStatus: × Not accepted\n",
      `\n${giftLink}\n`,
    ],
  ],
  [
    "a confirmed gift through an unaccepted link",
    () => giftConfirmedEmail({ ...confirmed, attributed: false }),
    ["\nDid you make this gift?\n", ...TICKET_TEXT, `\nSee the gift:\n${giftLink}\n`, ...DECISION],
  ],
  [
    "the same with its receipt",
    () => withReceipt(giftConfirmedEmail({ ...confirmed, attributed: false }).content, issued),
    [`\nView receipt:\n${giftLink}/receipt\n`, ...DECISION],
  ],
  [
    "a failed gift through an unaccepted link",
    () => giftFailedEmail({ ...failed, attributed: false }),
    ["\nOhio State couldn’t accept a gift\n", `\nSee the gift:\n${giftLink}\n`, ...DECISION],
  ],
  [
    "a receipt alone of a gift through an unaccepted link",
    () => receiptEmail({ ...receipt, attributed: false }),
    ["\nDid you make this gift?\n", `\nView receipt:\n${giftLink}/receipt\n`, ...DECISION],
  ],
  [
    "a receipt alone",
    () => receiptEmail(receipt),
    [
      "\nThank you, Jordan!\n",
      "\nConfirmation number: cr_1\n",
      "\nReceipt number (sample): OSU-2026-000017\nConfirmed: Nov 22, 2026, 1:07 AM EST\n",
      "No goods or services were provided.",
      "not a tax document",
      `\n${giftLink}/receipt\n`,
      "\nhttp://localhost:3000/settings\n",
    ],
  ],
  [
    "a receipt to another address",
    () =>
      receiptEmail({ ...receipt, recipient: { own: false }, isRequested: true, isAttached: true }),
    ["\nYour receipt\n", "The receipt for a $25 gift to Ohio State is attached."],
  ],
  [
    "an invitation",
    () =>
      invitationEmail({
        link,
        days: 7,
        tenantName: "Harbor Bank",
        role: "developer",
        invitedBy: "ann@harbor.example",
      }),
    [`\n${link}\n`, "7 days", "ann@harbor.example", "Developer"],
  ],
  [
    "a disabled endpoint",
    () =>
      endpointDisabledEmail({
        bankName: "Harbor Bank",
        url: link,
        reason: "it responded with 410 Gone",
      }),
    [link, "it responded with 410 Gone", "\nhttp://localhost:3000/bank/webhooks\n"],
  ],
  [
    "a failing endpoint",
    () => endpointFailingEmail({ bankName: "Harbor Bank", url: link }),
    [link, "Harbor Bank", "five days", "\nhttp://localhost:3000/bank/webhooks\n"],
  ],
];

/** The visible text of the HTML. */
const readable = (html: string) =>
  html
    .replace(/<(style|title)[^>]*>[\s\S]*?<\/\1>/g, "")
    // The dollar sign is smaller than its digits.
    .replace(/<span[^>]*>\$<\/span>/g, "$")
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

  it("has every word of its text in its HTML", async () => {
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
    expect(subject + text + html).not.toMatch(/undefined|\[object|NaN/);
  });

  it("has one button, at most one exclamation mark, and promises nothing about taxes", async () => {
    const { text, html } = await rendered(make());
    expect(html.match(/class="action"/g)).toHaveLength(1);
    expect(text.match(/!/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(text.replace("May be tax-deductible. Ask a tax advisor.", "")).not.toMatch(/deduct/i);
  });

  it('says "gift" and "email", never "donation" or "mail"', () => {
    const { subject, text } = make();
    const words = `${subject}\n${text}`.replace(/https?:\S+/g, "");
    expect(words).not.toMatch(/\bmails?\b|e-mail|donation|adviser/i);
  });
});

describe("subjects", () => {
  it("include the amount and the school if there are any", () => {
    const subjects = [
      giftConfirmedEmail(confirmed),
      giftFailedEmail({ ...failed, amountCents: asCents(1999) }),
      receiptEmail(receipt),
      receiptEmail({ ...receipt, recipient: { own: false } }),
      giftConfirmedEmail({ ...confirmed, attributed: false }),
      giftFailedEmail({ ...failed, attributed: false }),
      receiptEmail({ ...receipt, attributed: false }),
    ];
    expect(subjects.map(({ subject }) => subject)).toEqual([
      "Your $25 gift to Ohio State is confirmed",
      "Ohio State couldn’t accept your $19.99 gift",
      "Receipt for your $25 gift to Ohio State",
      "Receipt for a $25 gift to Ohio State",
      "Harbor Bank says you gave $25 to Ohio State",
      "Ohio State couldn’t accept a $25 gift from Harbor Bank",
      "Receipt for a $25 gift to Ohio State",
    ]);
  });
});

describe("the ticket", () => {
  it("has the school's colors as attributes, which every client reads", async () => {
    const { html } = await rendered(giftConfirmedEmail(confirmed));
    expect(html).toMatch(/<td[^>]* bgcolor="#bb0000" style="[^"]*color:#ffffff/);
    expect(html).toMatch(/<td bgcolor="#d4d4d4" style="[^"]*color:#bb0000/);
  });

  it("keeps its colors in dark mode", async () => {
    const { html } = await rendered(giftConfirmedEmail(confirmed));
    const [, face = ""] = /<td class="([^"]*)" bgcolor="#bb0000"/.exec(html) ?? [];
    const [dark = ""] = /prefers-color-scheme:dark[\s\S]*<\/style>/.exec(html) ?? [];
    expect(dark).toContain(`.${face}{`);
    expect(dark).not.toMatch(new RegExp(`\\.${face}\\{[^}]*(background|;color|\\{color)`));
  });

  it("has a smaller amount the longer it is, so that it fits on a phone", async () => {
    const sizes = await Promise.all(
      ["$25", "$1,240", "$1,240.50", "$1,000,000"].map(async (amount) => {
        const email = giftConfirmedEmail({ ...confirmed, ticket: { ...ticket, amount } });
        const { html } = await rendered(email);
        return Number(/class="amount[^>]*font-size:(\d+)px/.exec(html)?.[1]);
      }),
    );
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    expect(new Set(sizes).size).toBe(4);
  });
});

describe("the greeting", () => {
  it.each([
    [null, "Thank you!"],
    ["Jordan Avery", "Thank you, Jordan Avery!"],
    ["J".repeat(41), "Thank you!"],
  ])("of %s is %s", (name, heading) => {
    expect(giftConfirmedEmail({ ...confirmed, name }).content.letter.heading).toBe(heading);
  });
});

describe("names chosen by others", () => {
  const hostile = `<script>alert("x")</script>\r\nBcc: eve@example.com`;

  it("are escaped in the HTML, and never on a line of their own", async () => {
    const { subject, text, html } = await rendered(
      giftFailedEmail({ ...failed, schoolName: hostile, fundName: hostile, bankName: hostile }),
    );
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;");
  });

  it("are escaped the same way on a ticket", async () => {
    const stub: EmailTicket["stub"] = [["Fund", hostile]];
    const named = { ...ticket, school: hostile, foundation: hostile, monogram: hostile, stub };
    const email = giftConfirmedEmail({ ...confirmed, ticket: named, name: hostile.slice(0, 40) });
    const { subject, text, html } = await rendered(email);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(text).not.toMatch(/^Bcc:/m);
    expect(html).not.toContain("<script");
  });
});

describe("the environment", () => {
  afterEach(() => {
    delete process.env.BRAND_NAME;
    rereadEnv();
  });

  it("is stated in every sandbox email, below the configured brand name", async () => {
    process.env.BRAND_NAME = "Gold & Giving";
    rereadEnv();
    const { text, html } = await rendered(securityEmail("app_added", at));
    expect(text.startsWith(`Gold & Giving\nSandbox: no real money moved.\n`)).toBe(true);
    expect(html).toContain("Gold &amp; Giving");
    expect(html).toContain("Sandbox: no real money moved.");
  });
});

it("omits the points if there are none", () => {
  const { text } = giftFailedEmail({ ...failed, pointsRedeemed: 0 });
  expect(text).not.toMatch(/0 points/);
  expect(text).toContain("and your points weren’t used");
});

it.each([
  ["releases the points it holds", { authorizationId: giftId }, "release"],
  ["returns the points of a gift it submitted", { channel: "bank" }, "return"],
])("says that a bank %s", (_what, changes, does) => {
  const { text } = giftFailedEmail({ ...failed, ...changes });
  expect(text).toContain(`Harbor Bank will ${does} your 2,500 points.`);
  expect(text).not.toContain("weren’t used");
});
