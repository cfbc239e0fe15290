/** A bank that links accounts with consent, and its customer's browser. The bank's OAuth client is openid-client. */
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as openid from "openid-client";
import { type MockInstance, vi } from "vitest";
import { findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import type { LinkRequest } from "#lib/accounts/contract.ts";
import { linkAccount } from "#lib/accounts/mutations.ts";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { db } from "#lib/database/prisma.ts";
import { rereadEnv } from "#lib/env.ts";
import {
  approveInteraction,
  beginInteraction,
  declineInteraction,
  findOpenInteraction,
} from "#lib/oauth/interactions.ts";
import { interactionCookie } from "#lib/oauth/paths.ts";
import { perProcess } from "#lib/singleton.ts";
import { routes } from "../generated/routes.ts";
import { createListener } from "../server/listener.ts";
import { type Bank, linkBody, makeBank } from "./factories.ts";
import { recordSecrets } from "./logs.ts";
import { makePerson } from "./sign-in.ts";

/** The redirect URI of the tests' banks. */
export const REDIRECT_URI = "https://bank.example/linked";

/** Discards this process's authorization server, with the signing keys that it has cached. */
export const reloadProvider = () => void perProcess("authorization server", Object).reset();

/** Serves the authorization server and the API. @returns its URL, and a function that stops it */
export async function serveAuthorization() {
  const next = async (_: unknown, outgoing: ServerResponse) => void outgoing.writeHead(404).end();
  const server = createServer(createListener({ routes, next }));
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  process.env.PUBLIC_BASE_URL = base;
  rereadEnv();
  reloadProvider();
  return {
    base,
    close() {
      server.closeAllConnections();
      server.close();
      delete process.env.PUBLIC_BASE_URL;
      rereadEnv();
      reloadProvider();
    },
  };
}

/** A bank's state of one link that it requested. */
export type LinkAttempt = {
  bank: Bank;
  accountId: string;
  /** The URL for its customer. */
  url: string;
  state: string;
  nonce: string;
  verifier: string;
};

/** Links a new person, with every optional security parameter. */
export async function requestLink(
  existing?: Bank,
  changes: Partial<LinkRequest> = {},
): Promise<LinkAttempt> {
  const bank = existing ?? (await makeBank());
  const [state, nonce] = [openid.randomState(), openid.randomNonce()];
  const verifier = openid.randomPKCECodeVerifier();
  const code_challenge = await openid.calculatePKCECodeChallenge(verifier);
  const linked = await linkAccount(bank.scope, {
    ...linkBody(),
    redirect_uri: REDIRECT_URI,
    state,
    nonce,
    code_challenge,
    ...changes,
  });
  const url = linked.oauth_redirect_url ?? "";
  recordSecrets([url.split("/").at(-1), verifier]);
  return { bank, accountId: linked.service_user_id, url, state, nonce, verifier };
}

/** The bank's OAuth client, as its engineer configures it. */
export function clientOf(
  base: string,
  bank: Bank,
  method: "basic" | "post" = "basic",
  key = bank.key,
) {
  const authentication = { basic: openid.ClientSecretBasic, post: openid.ClientSecretPost }[method];
  return openid.discovery(new URL(base), bank.bankId, undefined, authentication(key), {
    execute: [openid.allowInsecureRequests],
  });
}

const cookiesIn = (response: Response) =>
  response.headers.getSetCookie().map((cookie) => cookie.split(";")[0] as string);

/** Follows the URL to the consent page. @returns the page's interaction, and the browser's cookies */
export async function openConsent(base: string, url: string) {
  const link = await findOpenLinkByHandle(url.split("/").at(-1) as string);
  if (!link) throw new Error("the link has expired");
  const response = await fetch(base + (await beginInteraction(link)), { redirect: "manual" });
  if (response.status !== 303) throw new Error(`${response.status} ${await response.text()}`);
  const uid = response.headers.get("location")?.split("/").at(-1) as string;
  const cookies = cookiesIn(response);
  recordSecrets([uid]);
  const interaction = cookies.find((cookie) => cookie.startsWith(`${interactionCookie()}=`));
  return { uid, cookies, cookie: interaction?.split("=")[1] };
}

type Consent = Awaited<ReturnType<typeof openConsent>>;

/** Follows the redirects after the decision, back to the bank. */
export async function goBack(base: string, path: string, { cookies }: Consent): Promise<Response> {
  const headers = { Cookie: cookies.join("; ") };
  const response = await fetch(base + path, { redirect: "manual", headers });
  recordSecrets([/[?&]code=([\w-]+)/.exec(response.headers.get("location") ?? "")?.[1]]);
  return response;
}

/** The customer approves or declines. @returns the redirect to the bank */
export async function decide(
  base: string,
  asked: Pick<LinkAttempt, "url">,
  scope: CardholderScope,
  decision: "approve" | "decline" = "approve",
): Promise<URL> {
  const consent = await openConsent(base, asked.url);
  const open = await findOpenInteraction(consent.uid, consent.cookie);
  if (!open) throw new Error("there is no interaction");
  const approved =
    decision === "approve"
      ? await approveInteraction(scope, open)
      : { path: await declineInteraction(open) };
  if (typeof approved === "string") throw new Error(approved);
  const response = await goBack(base, approved.path, consent);
  return new URL(response.headers.get("location") as string);
}

/** The customer sets a password and approves. */
export async function approveAsNewPerson(base: string, asked: Pick<LinkAttempt, "url">) {
  const person = await makePerson();
  return { person, back: await decide(base, asked, person.scope) };
}

/** Redeems the code with the bank's OAuth library, with every check. */
export async function redeem(
  base: string,
  asked: LinkAttempt,
  back: URL,
  client?: openid.Configuration,
) {
  const tokens = await openid.authorizationCodeGrant(
    client ?? (await clientOf(base, asked.bank)),
    back,
    {
      expectedState: asked.state,
      expectedNonce: asked.nonce,
      pkceCodeVerifier: asked.verifier,
      idTokenExpected: true,
    },
  );
  recordSecrets([tokens.access_token, tokens.id_token]);
  return tokens;
}

let clock: MockInstance | undefined;

/** Undoes `advanceTime`. For `afterEach`. */
export const restoreClock = () => void clock?.mockRestore();

/** Moves time forward for a link's rows and for the library's clock. */
export async function advanceTime({ accountId }: Pick<LinkAttempt, "accountId">, seconds: number) {
  const { id } = await db().accountLink.findUniqueOrThrow({ where: { accountId } });
  await db()
    .$executeRaw`update account_link set expires_at = expires_at - make_interval(secs => ${seconds}) where id = ${id}::uuid`;
  await db()
    .$executeRaw`update oauth_object set expires_at = expires_at - make_interval(secs => ${seconds}) where link_id = ${id}::uuid`;
  const [before, started] = [Date.now(), performance.now()];
  restoreClock();
  clock = vi
    .spyOn(Date, "now")
    .mockImplementation(() => before + seconds * 1_000 + Math.floor(performance.now() - started));
}
