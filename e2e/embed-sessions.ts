/** Embedded flow sessions, and a bank's page that frames them. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright/test";
import { bank, getDonation, makeCardholder, query } from "./application.ts";

export type Session = { url: string; id: string; accountId: string };

type SessionOptions = {
  school_id?: string;
  fund_designation?: string;
  dollar_amount?: number;
  lock_amount?: boolean;
  lock_school?: boolean;
  return_url?: string;
  cancel_url?: string;
  theme_override?: Record<string, string>;
  points_balance?: { points: number; as_of: string };
};

/** Opens a session of the demo bank for a new cardholder. */
export async function openSession(options: SessionOptions = {}): Promise<Session> {
  const { accountId } = await makeCardholder();
  const body = { service_user_id: accountId, ...options };
  const { embed_url: url, embed_token: token } = (await bank().POST("/v1/embed/token", { body }))
    .data;
  const claims = Buffer.from(token.split(".")[1] as string, "base64url").toString();
  return { url, id: JSON.parse(claims).sub, accountId };
}

export async function expireSession({ id }: Session): Promise<void> {
  await query("update embed_session set expires_at = now() - interval '1 second' where id = $1", [
    id,
  ]);
}

/** The donations made in a session. */
export const givenIn = ({ id, accountId }: Session) =>
  query(
    `select id, amount_cents::int as cents, school_id as school, channel from donation
     where account_id = $2 order by id = $1 desc`,
    [id, accountId],
  );

/** The school's confirmation number of the donation made in a session; null until it confirms. */
export async function confirmationIn({ id }: Session): Promise<string | null> {
  return (await getDonation(id)).school_confirmation_id;
}

const framing = (url: string) =>
  `<!doctype html><title>Bank</title><iframe title="Give" width="360" height="640" src="${url}"></iframe>`;

/** Registers an origin that may frame the flow. */
export async function registerOrigin(origin: string, { id }: Session): Promise<void> {
  await query(
    `update bank set embed_origins = array_append(embed_origins, $1)
     where id = (select bank_id from embed_session where id = $2)`,
    [origin, id],
  );
}

/** A bank's page on another site that frames the flow. */
export async function serveBankPage() {
  let framed = "";
  const server = createServer((request, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end(request.url === "/" ? framing(framed) : "<!doctype html><h1>Back</h1>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    /** Frames a session; @param isRegistered whether the operator knows the page as the bank's */
    async frame(session: Session, isRegistered = true): Promise<void> {
      framed = session.url;
      if (isRegistered) await registerOrigin(origin, session);
    },
    async close(): Promise<void> {
      await query("update bank set embed_origins = array_remove(embed_origins, $1)", [origin]);
      server.closeAllConnections();
      server.close();
    },
  };
}

type Roles = Pick<Page, "getByRole">;

/** The button to the review. With scripts its label includes the amount. */
export const reviewButton = (page: Roles) =>
  page.getByRole("button", { name: /^Review (your gift|gift of \$[\d,.]+)$/ });

/** Continues to the review. */
export const review = (page: Roles) => reviewButton(page).click();

/** An amount's radio button, or that of another amount: "$25", "Other". */
export const amountTile = (page: Roles, name: string) =>
  page.getByRole("radio", { name: new RegExp(`^${name.replace("$", "\\$")}\\s`) });
export const otherAmount = (page: Roles) => page.getByRole("textbox", { name: "Other amount" });

/** Presses a tile, which is the radio button's label. */
export const chooseAmount = (page: Roles, name: string) =>
  amountTile(page, name).locator("..").click();

/** Chooses "Other" and types an amount. */
export async function enterAmount(page: Roles, dollars: string): Promise<void> {
  await chooseAmount(page, "Other");
  await otherAmount(page).fill(dollars);
}

/** A page's title within the flow. */
export const heading = (page: Roles) => page.getByRole("heading", { level: 1 });
