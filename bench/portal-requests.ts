/** A valid request for every portal operation, the main pages, and the embedded flow. */
import { createHash, randomBytes } from "node:crypto";
import type { MakeRequest } from "./bank-requests.ts";
import { BUSY_SCHOOL } from "./fill.ts";
import { callApi, type Person, type Site } from "./site.ts";

/** A new client address each time, behind a proxy. */
const fromNewAddress = () => ({ "x-forwarded-for": `10.${[...randomBytes(3)].join(".")}` });
const donation: MakeRequest = (_site, { donationId }) => ({ params: { donation_id: donationId } });
const login = (site: Site, { email, password }: Person) =>
  callApi(site, "/v1/portal/auth/login", { email, password });

/** The token of a password link, for a cardholder who isn't used otherwise. */
async function resetToken({ client }: Site): Promise<string> {
  const token = `prs_${randomBytes(32).toString("base64url")}`;
  await client.query(
    `insert into reset_token (token_hash, cardholder_id, expires_at)
     select $1, id, now() + interval '30 minutes' from cardholder
     where email_key = 'b2@example.com'`,
    [createHash("sha256").update(token).digest()],
  );
  return token;
}

/** By contract ID. */
export const PORTAL_REQUESTS: Record<string, MakeRequest> = {
  forgotPassword: () => ({
    body: { email: `${crypto.randomUUID()}@example.com` },
    headers: fromNewAddress(),
  }),
  login: (_site, { email, password }) => ({ body: { email, password } }),
  logout: async (site, person) => {
    const { access_token, refresh_token } = await login(site, person);
    return { headers: { authorization: `Bearer ${access_token}` }, body: { refresh_token } };
  },
  refreshTokens: (_site, person) => ({
    body: { refresh_token: person.refreshToken },
    onResponse: ({ refresh_token = "" }) => {
      person.refreshToken = refresh_token;
    },
  }),
  resetPassword: async (site) => ({
    body: { token: await resetToken(site), new_password: `new ${crypto.randomUUID()}` },
  }),
  getPortalDonation: donation,
  listPortalDonations: () => ({}),
  requestPortalDonation: (_site, { accountId }) => ({
    body: {
      loyalty_account_id: accountId,
      school_id: BUSY_SCHOOL,
      fund_designation: "annual-fund",
      dollar_amount: 25,
    },
  }),
  followSchool: () => ({ params: { school_id: BUSY_SCHOOL }, body: { follow: true } }),
  listPortalSchools: () => ({}),
  getProfile: () => ({}),
  updateProfile: () => ({ body: { display_name: "Pat", phone: null } }),
  listLoyaltyAccounts: () => ({}),
  getPreferences: () => ({}),
  updatePreferences: () => ({ body: { marketing_opt_in: true } }),
  getReceipt: donation,
  resendReceipt: (site, person) => ({ ...donation(site, person), body: { email: person.email } }),
  getStatement: () => ({ params: { year: String(new Date().getUTCFullYear()) } }),
};

/** Requested less often: slow on purpose (password hashes), or limited per day (emails to one address). */
export const SLOW = ["login", "logout", "resetPassword", "resendReceipt"];

/** A page's path, which may depend on the cardholder. */
export type PageOf = (site: Site, person: Person) => string | Promise<string>;

/** Pages for signed-in cardholders. */
export const OWN_PAGES: Record<string, PageOf> = {
  "/home": () => "/home",
  "/give": () => "/give",
  "/give/…": () => `/give/${BUSY_SCHOOL}`,
  "/donations": () => "/donations",
  "/donations?status=completed": () => "/donations?status=completed",
  "/donations/…": (_site, { donationId }) => `/donations/${donationId}`,
  "/donations/…/receipt": (_site, { donationId }) => `/donations/${donationId}/receipt`,
  "/donations/…/receipt/pdf": (_site, { donationId }) => `/donations/${donationId}/receipt/pdf`,
  "/schools": () => "/schools",
  "/schools/…": () => `/schools/${BUSY_SCHOOL}`,
  "/settings": () => "/settings",
};

/** Routes that answer only an Inngest server, or a consent flow that has begun. */
export const NOT_MEASURED = /^\/(api\/inngest|oauth\/(auth|token|userinfo))/;

/** Public pages, and routes without a contract. */
export const OPEN_PAGES: Record<string, PageOf> = {
  "/": () => "/",
  "/signin": () => "/signin",
  "/docs": () => "/docs",
  "/embed/session": async (site, { accountId }) => {
    const session = await callApi(site, "/v1/embed/token", { service_user_id: accountId });
    const { pathname, search } = new URL(session.embed_url as string);
    return pathname + search;
  },
};
