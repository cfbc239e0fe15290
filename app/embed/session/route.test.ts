import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { signToken } from "#lib/auth/tokens/signed-tokens.ts";
import { pool } from "#lib/database/pool.ts";
import { db } from "#lib/database/prisma.ts";
import { log } from "#lib/log.ts";
import { call } from "#test/api.ts";
import { APPROVED, type Reply, startAuthorizer } from "#test/authorizer.ts";
import { makeBatchSchool } from "#test/batches.ts";
import { mintToken, openFlow, sendForm } from "#test/embed-flow.ts";
import { type Bank, donationBody, makeAccount, makeBank, makeSchool } from "#test/factories.ts";
import { fieldsOf, linksOf } from "#test/forms.ts";
import { operation } from "#test/operations.ts";

let bank: Bank;
let account: string;
let school: string;
beforeAll(async () => {
  bank = await makeBank();
  account = await makeAccount(bank);
  school = await makeSchool({ minimumCents: 1_000 });
});

const mint = (body: Record<string, unknown> = {}) =>
  mintToken(bank, { service_user_id: account, school_id: school, ...body });

const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] as string, "base64url").toString()).sub as string;

const donationsOf = (token: string) =>
  db().donation.findMany({ where: { id: sessionOf(token) }, include: { credit: true } });

/** The text of the page's h1. */
const headingOf = (html: string) => /<h1[^>]*>([^<]*)<\/h1>/.exec(html)?.[1];

/** The fields that the review page submits to confirm. */
const yes = (changes: Record<string, string> = {}) => ({
  school_id: school,
  fund_designation: "annual-fund",
  amount: "25",
  points: "2500",
  do: "give",
  ...changes,
});

const expire = (token: string) =>
  pool().query("update embed_session set expires_at = now() - interval '1 second' where id = $1", [
    sessionOf(token),
  ]);

describe("an account's points balance", () => {
  it("is shown next to what the gift takes, with its age once it's a day old", async () => {
    const customer = await makeAccount(bank);
    const open = (points_balance: object) => mint({ service_user_id: customer, points_balance });
    const old = await openFlow(await open({ points: 48_200, as_of: "2025-11-22T12:00:00Z" }));
    expect(old.html).toContain("48,200 points as of Nov 22, 2025");
    const token = await open({ points: 3_000, as_of: new Date().toISOString() });
    expect((await openFlow(token)).html).toContain("3,000 points</span>");
    const review = await sendForm(token, { ...yes({ amount: "40" }), do: "review" });
    expect(review.html).toContain("4,000 points. You have 3,000.");
    expect(review.html).toContain("This is more than your 3,000 points.");
    // A hint only.
    expect((await sendForm(token, yes({ amount: "40", points: "4000" }))).html).toContain(
      "Thank you!",
    );
  });
});

describe("an open session", () => {
  it("shows the school, the amounts with their points, and one button to continue", async () => {
    const { status, html } = await openFlow(await mint({ dollar_amount: 40 }));
    expect(status).toBe(200);
    expect(headingOf(html)).toBe(`Give to ${school}`);
    expect(html).toMatch(/value="40"[^>]*checked|checked=""[^>]*value="40"/);
    expect(html).toContain("4,000 points");
    // The school's minimum is ten dollars.
    expect(html).not.toMatch(/name="amount" value="5"/);
    expect(html).toContain("Review gift of $40");
    expect(html.match(/<script[^>]*>/g)).toEqual([
      expect.stringMatching(/^<script type="module" src="\/embed-flow\.js" nonce="[\w-]{36}">$/),
    ]);
  });

  it("asks for a school when none is set", async () => {
    const { status, html } = await openFlow(await mint({ school_id: null }));
    expect(status).toBe(200);
    expect(headingOf(html)).toBe("Pick your school");
  });

  it("gives in two steps and donates exactly what was shown", async () => {
    const token = await mint({ dollar_amount: 40, fund_designation: "rowing" });
    const first = await openFlow(token);
    const review = await sendForm(token, { ...fieldsOf(first.html), do: "review" });
    expect(headingOf(review.html)).toBe("Review your gift");
    expect(review.html).toContain("4,000 points");
    expect(review.html).toContain("Rowing");
    const made = await sendForm(token, { ...fieldsOf(review.html), do: "give" });
    expect(made.status).toBe(200);
    expect(headingOf(made.html)).toBe("Thank you!");
    expect(made.html).toContain("usually confirms within 5 minutes");
    expect(await donationsOf(token)).toMatchObject([
      {
        bankId: bank.bankId,
        accountId: account,
        channel: "embed",
        bankTransactionRef: `embed:${sessionOf(token)}`,
        schoolId: school,
        fundId: "rowing",
        amountCents: 4_000n,
        pointsRedeemed: 4_000n,
        pointsPerDollar: 100,
        metadata: null,
        notifyCardholder: true,
        status: "pending",
        credit: { status: "pending" },
      },
    ]);
  });

  it("says by which day a school without an API confirms, and promises no retries", async () => {
    const { schoolId } = await makeBatchSchool();
    await db().school.update({ where: { id: schoolId }, data: { confirmationDays: 10 } });
    const token = await mint({ school_id: schoolId });
    const made = await sendForm(token, yes({ school_id: schoolId }));
    expect(headingOf(made.html)).toBe("Thank you!");
    const [donation] = await donationsOf(token);
    const day = new Intl.DateTimeFormat("en-US", {
      dateStyle: "medium",
      timeZone: "America/New_York",
    });
    const by = day.format(donation?.estimatedConfirmationAt);
    // Ten business days: 12 from a Sunday night, 15 from a Monday morning.
    expect(made.html).toMatch(new RegExp(`usually confirms within 1[2-5] days, by ${by}\\.`));
    expect(made.html).not.toMatch(/minutes|retrying/);
    await db().donation.updateMany({
      where: { id: sessionOf(token) },
      data: { estimatedConfirmationAt: new Date(Date.now() - 1_000) },
    });
    const late = await openFlow(token);
    expect(late.html).toContain("hasn’t confirmed yet. Its foundation has your gift.");
    expect(late.html).not.toContain("retrying");
  });

  it("can be opened repeatedly and records each visit", async () => {
    const token = await mint();
    await pool().query("update account set last_active_at = '2020-01-01' where id = $1", [account]);
    expect((await openFlow(token)).status).toBe(200);
    expect((await openFlow(token)).status).toBe(200);
    const { lastActiveAt } = await db().account.findUniqueOrThrow({ where: { id: account } });
    expect(Date.now() - lastActiveAt.getTime()).toBeLessThan(3_600_000);
    expect(await donationsOf(token)).toEqual([]);
  });

  it("uses the customer's amount, message, and email choice", async () => {
    const token = await mint({ dollar_amount: 40 });
    const response = await sendForm(
      token,
      yes({
        amount: "other",
        other_amount: "$1,000.00",
        points: "100000",
        cardholder_message: "Go <b>team</b>\r\n",
      }),
    );
    expect(response.status).toBe(200);
    expect(await donationsOf(token)).toMatchObject([
      { amountCents: 100_000n, cardholderMessage: "Go <b>team</b>", notifyCardholder: false },
    ]);
  });

  it("never uses more or fewer points than shown: a changed rate goes back to review", async () => {
    const token = await mint();
    const response = await sendForm(token, yes({ points: "2400", rate: "96" }));
    expect(response.html).toContain(
      "The rate changed: 96 points = $1 is now 100 points = $1. This gift takes 2,500 points instead of 2,400.",
    );
    expect(fieldsOf(response.html)).toMatchObject({ points: "2500", amount: "25" });
    expect(await donationsOf(token)).toEqual([]);
  });

  it("searches schools and gives to the chosen one", async () => {
    const name = `Zürich ${randomUUID().slice(0, 8)}`;
    const other = await makeSchool({ name });
    const token = await mint({ dollar_amount: 40 });
    const found = await sendForm(token, { do: "schools", search: name.replace("ü", "u") });
    expect(found.html).toContain("1 school");
    expect(found.html).toContain(`value="${other}"`);
    const chosen = await sendForm(token, { do: "form", school_id: other });
    expect(headingOf(chosen.html)).toBe(`Give to ${name}`);
    const none = await sendForm(token, { do: "schools", search: "\0%_<script>" });
    expect(none.html).toContain("0 schools for “%_&lt;script&gt;”");
  });
});

describe("invalid input is reported at its field", () => {
  it.each([
    ["no amount", { amount: "" }, "Choose an amount."],
    ["text", { other_amount: "lots" }, "Enter an amount in dollars"],
    ["a fraction of a cent", { other_amount: "25.005" }, "no more than two decimals"],
    ["less than the minimum", { other_amount: "9.99" }, "at least $10"],
    ["more than the maximum", { other_amount: "1000000.01" }, "The maximum gift is $1,000."],
    ["more than the program's limit", { other_amount: "1000.01" }, "Up to $1,000 per gift"],
    ["zero", { other_amount: "0" }, "at least $10"],
  ])("%s", async (_, changes, message) => {
    const token = await mint();
    for (const action of ["review", "give"]) {
      const { status, html } = await sendForm(
        token,
        yes({ amount: "other", ...changes, do: action }),
      );
      expect(status).toBe(200);
      expect(html).toContain("<title>Error: ");
      expect(html).toMatch(
        /<(fieldset id="dollar_amount"|input id="other_amount")[^>]* autofocus/i,
      );
      expect(html.split(message)).toHaveLength(2);
    }
    expect(await donationsOf(token)).toEqual([]);
  });

  it("all errors at once, with the input preserved", async () => {
    const token = await mint();
    const { html } = await sendForm(
      token,
      yes({
        amount: "other",
        other_amount: "3",
        cardholder_message: '"<'.repeat(300),
        do: "review",
      }),
    );
    expect(html).toMatch(/<div class="[^"]*" role="alert" tabindex="-1" autofocus/i);
    for (const [field, message] of [
      ["dollar_amount", "at least $10"],
      ["cardholder_message", "Shorten your note to 500 characters."],
    ] as const) {
      expect(html).toContain(`href="#${field}"`);
      expect(html.split(message)).toHaveLength(3);
    }
    expect(html).toContain("&quot;&lt;".repeat(300));
    expect(html).toContain('value="3"');
  });

  it("a closed or unknown school", async () => {
    const closed = await makeSchool({ active: false });
    const token = await mint();
    for (const school_id of [closed, "none", "x".repeat(200), "\0"]) {
      const { status, html } = await sendForm(token, yes({ school_id }));
      expect(status).toBe(200);
      expect(headingOf(html)).toBe("Pick your school");
    }
    expect(await donationsOf(token)).toEqual([]);
  });
});

describe("a value that the bank has locked", () => {
  it("can't be changed by a form", async () => {
    const token = await mint({
      dollar_amount: 40,
      lock_amount: true,
      lock_school: true,
      fund_designation: "Rowing",
    });
    const first = await openFlow(token);
    expect(first.html).not.toContain('name="amount"');
    expect(first.html).not.toContain("another school");
    const forged = {
      school_id: await makeSchool(),
      fund_designation: "annual-fund",
      amount: "1000",
      other_amount: "2000",
      points: "4000",
    };
    const picker = await sendForm(token, { ...forged, do: "schools" });
    expect(headingOf(picker.html)).toBe(`Give to ${school}`);
    const made = await sendForm(token, { ...forged, do: "give" });
    expect(made.html).toContain("$40");
    expect(await donationsOf(token)).toMatchObject([
      { schoolId: school, fundId: "rowing", amountCents: 4_000n, pointsRedeemed: 4_000n },
    ]);
  });

  it("isn't subject to the program's limit", async () => {
    const token = await mint({ dollar_amount: 5_000, lock_amount: true });
    expect((await openFlow(token)).html).not.toContain("Maximum gift");
    await sendForm(token, yes({ points: "500000" }));
    expect(await donationsOf(token)).toMatchObject([{ amountCents: 500_000n, limitDay: null }]);
  });

  it("is reported when it has become invalid", async () => {
    const closing = await makeSchool();
    const locked = { school_id: closing, dollar_amount: 40, lock_school: true, lock_amount: true };
    const token = await mint({ ...locked, cancel_url: "https://bank.example/off" });
    await db().school.update({ where: { id: closing }, data: { minimumDonationCents: 5_000 } });
    const below = await sendForm(token, { do: "review" });
    expect(below.html).toContain("at least $50");
    await db().school.update({ where: { id: closing }, data: { active: false } });
    const { html } = await sendForm(token, yes({ points: "4000" }));
    expect(html).toContain("isn’t accepting gifts right now");
    expect(html).toContain("https://bank.example/off?status=cancelled");
    expect(await donationsOf(token)).toEqual([]);
  });
});

describe("when the bank approves gifts first", () => {
  async function openSessionOf(...replies: Reply[]) {
    const bank = await makeBank();
    const authorizer = await startAuthorizer();
    authorizer.answerWith(...replies);
    await authorizer.serve(bank);
    const token = await mintToken(bank, { school_id: school });
    return { authorizer, token };
  }

  it.each<[string, Reply[], string]>([
    [
      "a declined gift",
      [{ decision: "declined", reason: "risk" }],
      "Your bank declined this gift.",
    ],
    [
      "a gift without an answer from the bank",
      ["lost", "lost"],
      "Your bank didn’t answer. Nothing was given.",
    ],
  ])("%s goes back to review and can be retried", async (_, replies, message) => {
    const { authorizer, token } = await openSessionOf(...replies, APPROVED);
    try {
      const refused = await sendForm(token, yes());
      expect(refused.status).toBe(200);
      expect(refused.html).toContain(message);
      expect(refused.html).not.toContain("risk");
      expect(headingOf(refused.html)).toBe("Review your gift");
      expect(await donationsOf(token)).toEqual([]);
      const again = await sendForm(token, { ...fieldsOf(refused.html), do: "give" });
      expect(headingOf(again.html)).toBe("Thank you!");
      expect(await donationsOf(token)).toMatchObject([{ holdReference: "hold-1" }]);
    } finally {
      await authorizer.close();
    }
  });

  it("a gift beyond the bank's daily limit of authorization requests is rejected with the reason", async () => {
    const { authorizer, token } = await openSessionOf(APPROVED);
    try {
      const session = await db().embedSession.findUniqueOrThrow({
        where: { id: sessionOf(token) },
      });
      const { bankId, accountId } = session;
      await db().giftAuthorization.createMany({
        data: Array.from({ length: 200 }, () => ({
          bankId,
          accountId,
          id: randomUUID(),
          donationId: randomUUID(),
          points: 2_500n,
          schoolId: school,
          channel: "embed",
          amountCents: 2_500n,
          status: "declined",
          expiresAt: new Date(),
        })),
      });
      const refused = await sendForm(token, yes());
      expect(refused.status).toBe(200);
      expect(refused.html).toContain("Your bank was asked too often today.");
      expect(authorizer.asked).toEqual([]);
    } finally {
      await authorizer.close();
    }
  });

  it("a locked amount needs no approval", async () => {
    const { authorizer } = await openSessionOf("lost");
    try {
      const bank = await makeBank();
      await authorizer.serve(bank);
      const locked = { school_id: school, dollar_amount: 40, lock_amount: true };
      const token = await mintToken(bank, locked);
      await sendForm(token, yes({ points: "4000" }));
      expect(await donationsOf(token)).toMatchObject([{ authorizationId: null }]);
      expect(authorizer.asked).toEqual([]);
    } finally {
      await authorizer.close();
    }
  });
});

describe("one session gives once", () => {
  it("under twenty concurrent confirmations", async () => {
    const token = await mint();
    const responses = await Promise.all(Array.from({ length: 20 }, () => sendForm(token, yes())));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array(19).fill(409)]);
    for (const { html } of responses) expect(headingOf(html)).toBe("Thank you!");
    expect(await donationsOf(token)).toHaveLength(1);
    const pushes = await pool().query("select 1 from outbox where data->>'donation_id' = $1", [
      sessionOf(token),
    ]);
    expect(pushes.rowCount).toBeLessThanOrEqual(1);
  });

  it("even if the bank has used the same reference in the meantime", async () => {
    const token = await mint();
    const body = donationBody(school, { bank_transaction_ref: `embed:${sessionOf(token)}` });
    const accepted = await call(operation("requestDonation"), { key: bank.key, body });
    expect(accepted.status).toBe(202);
    const response = await sendForm(token, yes());
    expect(response.status).toBe(200);
    expect(await donationsOf(token)).toMatchObject([{ channel: "embed", accountId: account }]);
    const again = await call(operation("requestDonation"), { key: bank.key, body });
    expect(again.body.error.details.donation_id).toBe(accepted.body.data.donation_id);
  });

  it("and returns 409 with a link back from then on", async () => {
    const token = await mint({ return_url: "examplebank://done?x=a%20b+c#top" });
    await sendForm(token, yes());
    await expire(token);
    for (const again of [
      await openFlow(token),
      await sendForm(token, yes({ amount: "50", points: "5000" })),
    ]) {
      expect(again.status).toBe(409);
      expect(again.html).toContain("We counted this gift once.");
      expect(again.html).toContain("$25");
      const id = sessionOf(token);
      expect(linksOf(again.html)).toContain(
        `examplebank://done?x=a%20b+c&status=accepted&donation_id=${id}&session_id=${id}#top`,
      );
    }
    expect(await donationsOf(token)).toMatchObject([{ amountCents: 2_500n }]);
  });
});

describe("an ended session says why", () => {
  it("expired: 410 with a link back, and no donation", async () => {
    const token = await mint({ cancel_url: "https://bank.example/off?a=1" });
    await expire(token);
    for (const response of [await openFlow(token), await sendForm(token, yes())]) {
      expect(response.status).toBe(410);
      expect(headingOf(response.html)).toBe("This session timed out");
      // The other links go to the service's help and policies.
      const back = linksOf(response.html).filter((address) => !address.startsWith("http:"));
      expect(back).toEqual([
        `https://bank.example/off?a=1&status=expired&session_id=${sessionOf(token)}`,
      ]);
    }
    expect(await donationsOf(token)).toEqual([]);
  });

  it("expired: by the token's signed time alone", async () => {
    const id = sessionOf(await mint());
    const old = await signToken("embed-session", { sub: id }, new Date(Date.now() - 1_000));
    expect((await openFlow(old)).status).toBe(410);
    expect((await openFlow(`${old.slice(0, -4)}AAAA`)).status).toBe(401);
    const unknown = await signToken("embed-session", { sub: randomUUID() }, new Date(0));
    const forgotten = await openFlow(unknown);
    expect(forgotten.status).toBe(410);
    expect(forgotten.html).not.toContain("Your points weren’t used");
  });

  it("revoked: 410 once the account is unlinked, even after it is linked again", async () => {
    const own = await makeAccount(bank);
    const token = await mintToken(bank, { service_user_id: own, school_id: school });
    await pool().query(
      "update account set status = 'unlinked', unlinked_at = now() where id = $1",
      [own],
    );
    for (const response of [await openFlow(token), await sendForm(token, yes())]) {
      expect(response.status).toBe(410);
      expect(response.html).toContain("no longer linked");
    }
    await pool().query(
      "update account set status = 'active', unlinked_at = null, linked_at = now() + interval '1 ms' where id = $1",
      [own],
    );
    expect((await openFlow(token)).status).toBe(410);
    expect(await donationsOf(token)).toEqual([]);
  });

  it("invalid: 401 for anything not signed for this purpose", async () => {
    const token = await mint();
    const [head, body, signature] = token.split(".") as [string, string, string];
    const none = Buffer.from('{"alg":"none","typ":"embed+jwt"}').toString("base64url");
    const foreign = await signToken("portal-access", { sub: sessionOf(token) }, new Date(9e12));
    const noSession = await signToken("embed-session", { sub: "pat" }, new Date(9e12));
    for (const bad of [
      "",
      "x",
      `${head}.${body}.${signature.slice(0, -4)}AAAA`,
      `${head}.${body}.`,
      `${none}.${body}.`,
      foreign,
      noSession,
      "é".repeat(5_000),
    ]) {
      for (const response of [await openFlow(bad), await sendForm(bad, yes())]) {
        expect(response.status).toBe(bad.length > 4_000 && response.isForm ? 400 : 401);
        expect(headingOf(response.html)).toBeTruthy();
        if (response.status === 401)
          expect(response.headers.get("www-authenticate")).toMatch(/^Bearer /);
        expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
        expect(response.headers.get("x-frame-options")).toBe("DENY");
      }
    }
    expect(await donationsOf(token)).toEqual([]);
  });
});

it("ignores the ids of other sessions and accounts in a form", async () => {
  const [one, other] = [await mint(), await mintToken(await makeBank())];
  await sendForm(one, yes({ session_id: sessionOf(other), service_user_id: randomUUID() }));
  expect(await donationsOf(other)).toEqual([]);
  expect(await donationsOf(one)).toMatchObject([{ accountId: account, bankId: bank.bankId }]);
});

describe("every response", () => {
  it("isn't cached, loads from its own origin only, and can be framed by the bank only", async () => {
    const own = await makeBank();
    const origins = ["https://app.bank.example", "http://localhost:8080", "x; script-src *"];
    await db().bank.update({ where: { id: own.bankId }, data: { embedOrigins: origins } });
    const token = await mintToken(own, { school_id: school });
    for (const response of [
      await openFlow(token),
      await sendForm(token, yes()),
      await openFlow(token),
    ]) {
      const { headers, html } = response;
      const [, nonce] = /style-src 'nonce-([\w-]{36})'/.exec(
        headers.get("content-security-policy") as string,
      ) as RegExpExecArray;
      expect(headers.get("content-security-policy")).toBe(
        `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors https://app.bank.example http://localhost:8080`,
      );
      expect(html).toContain(`<style nonce="${nonce}">`);
      expect(html).not.toContain("style=");
      expect(headers.get("x-frame-options")).toBeNull();
      expect(headers.get("cache-control")).toBe("no-store");
      expect(headers.get("referrer-policy")).toBe("no-referrer");
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("permissions-policy")).toContain("camera=()");
      expect(headers.get("x-request-id")).toBeTruthy();
      expect(headers.get("set-cookie")).toBeNull();
      expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
    }
  });

  it("contains only sanitized theme values", async () => {
    const token = await mint({
      theme_override: {
        primary: "red;}</style><script>alert(1)</script>",
        background: "url(https://evil.example)",
        text: "#fff",
        font: "serif",
        mode: "light",
      },
    });
    const { html } = await openFlow(token);
    expect(html).not.toMatch(/alert\(|evil|url\((?!\/embed\/display\.woff2\))/);
    expect(html).toContain("--font:Georgia");
    expect(html.match(/<style/g)).toHaveLength(1);
  });

  it("is an error page when the database is down, and never logs the token", async () => {
    const token = await mint();
    const logged: unknown[][] = [];
    const spies = (["warn", "error"] as const).map((level) =>
      vi.spyOn(log(), level).mockImplementation((...args) => void logged.push(args)),
    );
    const refused = Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" });
    const query = vi.spyOn(pool(), "query");
    query.mockImplementation(() => Promise.reject(refused));
    const down = [await openFlow(token), await sendForm(token, yes())];
    query.mockImplementation(() => Promise.reject(new Error("a bug")));
    const failed = await openFlow(token);
    for (const spy of [...spies, query]) spy.mockRestore();
    expect(down.map(({ status }) => status)).toEqual([503, 503]);
    expect(down[0]?.headers.get("retry-after")).toBe("2");
    expect(down[1]?.html).toContain("never submitted twice");
    expect(fieldsOf(down[1]?.html as string)).toMatchObject(yes());
    expect(failed.status).toBe(500);
    expect(failed.html).not.toContain("a bug");
    expect(logged).toHaveLength(3);
    expect(JSON.stringify(logged)).not.toContain(token.split(".")[1]);
  });
});
