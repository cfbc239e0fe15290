import { beforeAll, expect, it } from "vitest";
import { recordSecrets } from "../logs.ts";
import { type Application, eventually } from "./application.ts";
import { fetchDocumented } from "./documented.ts";

const email = "pat.portal@example.com";
const PASSWORD = "seven quiet herons in the reeds";

// biome-ignore lint/suspicious/noExplicitAny: fetchDocumented validates every response.
type PortalResponse = any;

/** A cardholder's journey through the portal's API, from activation to the receipt. */
export function portalTests(app: Application): void {
  beforeAll(async () => {
    recordSecrets([PASSWORD]);
    const link = { bank_user_id: "portal-1", display_name: "Pat Sample", email };
    const client = app.bankClient();
    (await client.POST("/v1/accounts/link", { body: { ...link, loyalty_program_id: "gold" } }))
      .data;
  });

  async function portal(
    method: string,
    address: string,
    body?: unknown,
    token?: string,
  ): Promise<PortalResponse> {
    const headers: Record<string, string> = token ? { Authorization: `Bearer ${token}` } : {};
    if (body !== undefined) headers["Content-Type"] = "application/json";
    const sent = body === undefined ? null : JSON.stringify(body);
    const request = new Request(app.base + address, { method, headers, body: sent });
    const response = await fetchDocumented(request);
    return { status: response.status, ...((await response.json()) as object) };
  }

  const emailsTo = async (subject: RegExp): Promise<{ text: string }[]> => {
    const { emails } = await app.admin("email", "list", "--to", email);
    return emails.filter((message: { subject: string }) => subject.test(message.subject));
  };

  async function activate(): Promise<void> {
    expect((await portal("POST", "/v1/portal/auth/forgot-password", { email })).status).toBe(200);
    const [message] = await eventually(async () => {
      const found = await emailsTo(/password/i);
      return found.length > 0 ? found : undefined;
    }, "the link is emailed");
    const token = /token=(\S+)/.exec(message?.text ?? "")?.[1];
    const body = { token, new_password: PASSWORD };
    expect((await portal("POST", "/v1/portal/auth/reset-password", body)).status).toBe(200);
  }

  it("goes from the activation email to a tax receipt", async () => {
    await activate();
    const login = { email: email.toUpperCase(), password: PASSWORD };
    const { data: pair } = await portal("POST", "/v1/portal/auth/login", login);
    expect(pair).toMatchObject({ token_type: "bearer", expires_in: 3600 });
    const token = pair.access_token;

    const [account] = (await portal("GET", "/v1/portal/me/loyalty-accounts", undefined, token))
      .data;
    expect(account).toMatchObject({ points_per_dollar: 100, status: "active" });
    const donated = await portal(
      "POST",
      "/v1/portal/donations",
      {
        loyalty_account_id: account.loyalty_account_id,
        school_id: "ohio-state",
        fund_designation: "annual-fund",
        dollar_amount: 39.99,
      },
      token,
    );
    expect(donated.status).toBe(202);
    expect(donated.data).toMatchObject({ points_redeemed: 3999, channel: "portal" });
    const own = `/v1/portal/donations/${donated.data.donation_id}`;
    await eventually(async () => {
      const { data } = await portal("GET", own, undefined, token);
      return data.status === "completed" || undefined;
    }, "it is completed");

    const { data: receipt } = await portal("GET", `${own}/receipt`, undefined, token);
    expect(receipt).toMatchObject({ dollar_amount: 39.99, specimen: true, donor_email: email });
    const pdf = await fetch(`${app.base}${own}/receipt`, {
      headers: { Authorization: `Bearer ${token}`, Accept: "application/pdf" },
    });
    expect(pdf.headers.get("content-type")).toBe("application/pdf");
    const bytes = Buffer.from(await pdf.arrayBuffer());
    expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
    await eventually(async () => {
      const emails = await emailsTo(/^Your \$39.99 gift to Ohio State is confirmed$/);
      return emails.find(({ text }) => text.includes(receipt.receipt_number));
    }, "the receipt is emailed");
    expect(await emailsTo(/\$39\.99/)).not.toEqual([]);

    const year = new Date(receipt.donation_date).getUTCFullYear();
    const { data: statement } = await portal(
      "GET",
      `/v1/portal/statements/${year}`,
      undefined,
      token,
    );
    expect(statement).toMatchObject({ total_usd: 39.99 });
  });

  it("notifies the bank with everything it needs to debit the points", async () => {
    const client = app.bankClient();
    const donation = await eventually(async () => {
      const list = (await client.GET("/v1/donations", { params: { query: { limit: 10 } } })).data;
      return list.find(({ channel, status }) => channel === "portal" && status === "completed");
    }, "the bank finds it");
    const query = { donation_id: donation.donation_id };
    const [event] = (await client.GET("/v1/events", { params: { query } })).data;
    expect(event?.data).toMatchObject({
      bank_user_id: "portal-1",
      points_redeemed: 3999,
      loyalty_program_id: "gold",
      bank_transaction_ref: `portal:${donation.donation_id}`,
    });
  });

  it("is shown to the operator without secrets", async () => {
    const shown = await app.admin("cardholder", "show", "--email", email);
    expect(shown).toMatchObject({ email, activated: true, mfa_enabled: false });
    expect(shown.accounts).toHaveLength(1);
    expect(JSON.stringify(shown)).not.toMatch(/argon2|hash/i);
    const flags = ["--ein", "12-3456789", "--address", "1 Stadium Way"];
    const set = await app.admin("school", "receipts", "--school", "ohio-state", ...flags);
    expect(set).toMatchObject({ school_id: "ohio-state", ein: "12-3456789" });
  });

  it("ends a session permanently, in every process", async () => {
    const { data: pair } = await portal("POST", "/v1/portal/auth/login", {
      email,
      password: PASSWORD,
    });
    const { refresh_token } = pair;
    const next = (await portal("POST", "/v1/portal/auth/refresh", { refresh_token })).data;
    expect((await portal("GET", "/v1/portal/me", undefined, next.access_token)).status).toBe(200);
    const body = { refresh_token: next.refresh_token };
    expect((await portal("POST", "/v1/portal/auth/logout", body, next.access_token)).status).toBe(
      200,
    );
    for (const { access_token } of [pair, next]) {
      expect((await portal("GET", "/v1/portal/me", undefined, access_token)).status).toBe(401);
    }
    expect((await portal("POST", "/v1/portal/auth/refresh", body)).status).toBe(401);
  });
}
