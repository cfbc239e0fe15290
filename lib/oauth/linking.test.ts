/** Linking with consent, end to end, where openid-client plays the bank. */
import { randomUUID } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as openid from "openid-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { issueApiKey, revokeApiKey } from "#lib/auth/api-keys.ts";
import { updateBank } from "#lib/banks/mutations.ts";
import { changeBankStatus } from "#lib/banks/status.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import { linkBody, makeAccount, makeBank, system } from "#test/factories.ts";
import {
  type Asked,
  approveAsSomebody,
  askForConsent,
  clientOf,
  decide,
  goBack,
  letPass,
  openConsent,
  REDIRECT_URI,
  redeem,
  restoreClock,
  serveAuthorization,
} from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import { openLinkOf } from "../accounts/consent.ts";
import { approveInteraction, openInteraction } from "./interactions.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
let base: string;
beforeAll(async () => {
  server = await serveAuthorization();
  base = server.base;
});
afterEach(restoreClock);
afterAll(() => server.close());

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const eventsOf = ({ bank }: Asked) => db().event.findMany({ where: { bankId: bank.bankId } });

/** The error that the library throws for a refusal. */
const refusalOf = async (request: Promise<unknown>) => {
  const error = await request.then(
    () => expect.unreachable("it was accepted"),
    (thrown: { error?: string; code?: string; message: string }) => thrown,
  );
  return error.error ?? error.code ?? error.message;
};

describe("a link with consent", () => {
  it("becomes active when the bank redeems the code, and belongs to the person who approved", async () => {
    const asked = await askForConsent();
    const { person, back } = await approveAsSomebody(base, asked);
    expect(back.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect(back.searchParams.get("state")).toBe(asked.state);
    expect(back.searchParams.get("iss")).toBe(base);
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });

    const client = await clientOf(base, asked.bank);
    const tokens = await redeem(base, asked, back, client);
    expect(tokens.claims()).toMatchObject({
      ...{ iss: base, aud: asked.bank.bankId, sub: asked.accountId, nonce: asked.nonce },
    });
    expect(tokens.refresh_token).toBeUndefined();
    expect(await accountOf(asked.accountId)).toMatchObject({
      status: "active",
      cardholderId: person.cardholderId,
    });
    const info = await openid.fetchUserInfo(client, tokens.access_token, asked.accountId);
    expect(info).toEqual({ sub: asked.accountId });
    const [event, ...others] = await eventsOf(asked);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: "account.linked", donationId: null });
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      type: "account.linked",
      data: { service_user_id: asked.accountId, status: "active" },
    });
  });

  it("works without state, nonce and PKCE, and with the secret in the body", async () => {
    const without = { state: null, nonce: null, code_challenge: null };
    const asked = await askForConsent(undefined, without);
    const { back } = await approveAsSomebody(base, asked);
    const client = await clientOf(base, asked.bank, "post");
    await openid.authorizationCodeGrant(client, back, { idTokenExpected: true });
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
  });

  it.each(["examplebank://linked", "http://localhost:4000/linked?from=app", "https://localhost/x"])(
    "goes back to %s",
    async (redirect_uri) => {
      const asked = await askForConsent(undefined, { redirect_uri });
      const { back } = await approveAsSomebody(base, asked);
      expect(back.href.startsWith(redirect_uri)).toBe(true);
      expect(back.searchParams.get("code")).toMatch(/^oac_/);
    },
  );

  it.each([
    ["a minute", () => 62],
    ["its whole lifetime but for seconds", () => env().consentLifetimeMs / 1_000 - 5],
  ])("can be approved after %s on the consent page", async (_, seconds) => {
    const asked = await askForConsent();
    const page = await openConsent(base, asked.url);
    await letPass(asked, seconds());
    const { scope } = await makePerson();
    const open = await openInteraction(page.uid, page.cookie);
    if (!open) return expect.unreachable();
    const approved = await approveInteraction(scope, open);
    if (typeof approved === "string") return expect.unreachable();
    const back = (await goBack(base, approved.path, page)).headers.get("location") as string;
    await redeem(base, asked, new URL(back));
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
  });

  it("can be opened repeatedly, and approved once", async () => {
    const asked = await askForConsent();
    const first = await openConsent(base, asked.url);
    await openConsent(base, asked.url);
    const { scope } = await makePerson();
    const open = await openInteraction(first.uid, first.cookie);
    if (!open) return expect.unreachable();
    expect(await approveInteraction(scope, open)).toMatchObject({ path: expect.any(String) });
    expect(await approveInteraction(scope, open)).toBe("ended");
    expect(await openLinkOf(asked.url.split("/").at(-1) as string)).toBeNull();
    expect(await openInteraction(first.uid, first.cookie)).toBeNull();
  });

  it("keeps few rows however often it is opened", async () => {
    const asked = await askForConsent();
    for (let n = 0; n < 15; n++) await openConsent(base, asked.url);
    const link = { accountId: asked.accountId };
    expect(await db().oauthObject.count({ where: { link } })).toBeLessThanOrEqual(20);
  });
});

describe("a customer who declines", () => {
  it("is sent back with access_denied; the account waits on, and can still be approved", async () => {
    const asked = await askForConsent();
    const { scope } = await makePerson();
    const back = await decide(base, asked, scope, "decline");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      ...{ error: "access_denied", state: asked.state, iss: base },
    });
    expect(await refusalOf(redeem(base, asked, back))).toBe("access_denied");
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
    await redeem(base, asked, await decide(base, asked, scope));
  });
});

describe("a response that is not the bank's own", () => {
  it("is noticed by its state", async () => {
    const asked = await askForConsent();
    const { back } = await approveAsSomebody(base, asked);
    const wrong = { ...asked, state: openid.randomState() };
    expect(await refusalOf(redeem(base, wrong, back))).toMatch(/INVALID_RESPONSE/);
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("is noticed by its issuer", async () => {
    const asked = await askForConsent();
    const { back } = await approveAsSomebody(base, asked);
    back.searchParams.set("iss", "https://other.example");
    expect(await refusalOf(redeem(base, asked, back))).toMatch(/INVALID_RESPONSE/);
  });
});

describe("a code", () => {
  const approved = async (changes: Parameters<typeof askForConsent>[1] = {}) => {
    const asked = await askForConsent(undefined, changes);
    return { asked, ...(await approveAsSomebody(base, asked)) };
  };

  it("that is replayed revokes its access token, and the account stays active", async () => {
    const { asked, back } = await approved();
    const client = await clientOf(base, asked.bank);
    const { access_token } = await redeem(base, asked, back, client);
    expect(await refusalOf(redeem(base, asked, back, client))).toBe("invalid_grant");
    const info = await openid
      .fetchUserInfo(client, access_token, asked.accountId)
      .catch(({ status }) => status);
    expect(info).toBe(401);
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(asked)).toHaveLength(1);
  });

  it("is redeemed by one of 50 parallel requests", async () => {
    const { asked, back } = await approved();
    const client = await clientOf(base, asked.bank);
    const requests = Array.from({ length: 50 }, () => redeem(base, asked, back, client));
    const outcomes = await Promise.allSettled(requests);
    const refused = outcomes.flatMap((one) =>
      one.status === "rejected" ? [one.reason.error] : [],
    );
    expect(refused).toEqual(Array.from({ length: 49 }, () => "invalid_grant"));
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(asked)).toHaveLength(1);
  });

  it("is worth nothing to another bank", async () => {
    const { asked, back } = await approved();
    const thief = await clientOf(base, await makeBank());
    expect(await refusalOf(redeem(base, asked, back, thief))).toBe("invalid_grant");
    // It is still good for its own.
    await redeem(base, asked, back);
  });

  it("needs a valid key of its bank", async () => {
    const { asked, back } = await approved();
    const { bank } = asked;
    const second = await issueApiKey(system, bank.bankId);
    await revokeApiKey(system, second.keyId);
    const other = await makeBank();
    const wrong = bank.key.slice(0, -1) + (bank.key.endsWith("A") ? "E" : "A");
    for (const key of [
      second.apiKey,
      other.key,
      wrong,
      "svc_test_x",
      bank.key.split(":")[1] ?? "",
    ]) {
      for (const how of ["basic", "post"] as const) {
        const client = await clientOf(base, bank, how, key);
        const refused = await refusalOf(redeem(base, asked, back, client));
        // A 401 with a challenge, as it answers the header.
        const expected = { basic: "OAUTH_WWW_AUTHENTICATE_CHALLENGE", post: "invalid_client" }[how];
        expect(refused).toBe(expected);
      }
    }
    const third = await issueApiKey(system, bank.bankId);
    await redeem(base, asked, back, await clientOf(base, bank, "basic", third.apiKey));
  });

  it("needs the verifier of its challenge, and cannot be given one afterward", async () => {
    const { asked, back } = await approved();
    const client = await clientOf(base, asked.bank);
    const checks = { expectedState: asked.state, expectedNonce: asked.nonce };
    const without = openid.authorizationCodeGrant(client, back, checks);
    expect(await refusalOf(without)).toBe("invalid_grant");
    const other = { ...asked, verifier: openid.randomPKCECodeVerifier() };
    expect(await refusalOf(redeem(base, other, back, client))).toBe("invalid_grant");
    await redeem(base, asked, back, client);
    const plain = await approved({ code_challenge: null });
    expect(await refusalOf(redeem(base, plain.asked, plain.back))).toBe("invalid_grant");
  });

  it("needs the redirect URI that it was sent to", async () => {
    const { asked, back } = await approved();
    const elsewhere = new URL(`https://bank.example/other${back.search}`);
    expect(await refusalOf(redeem(base, asked, elsewhere))).toBe("invalid_grant");
  });

  it("expires after a minute", async () => {
    const { asked, back } = await approved();
    await db().oauthObject.updateMany({
      where: { link: { accountId: asked.accountId }, kind: "AuthorizationCode" },
      data: { expiresAt: new Date() },
    });
    expect(await refusalOf(redeem(base, asked, back))).toBe("invalid_grant");
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("ends when the account is unlinked while it waits", async () => {
    const { asked, back } = await approved();
    await unlinkAccount(asked.bank.scope, asked.accountId, {});
    expect(await refusalOf(redeem(base, asked, back))).toBe("invalid_grant");
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "unlinked" });
  });

  it("ends when the account is linked again, with the URL, the page and the grant before it", async () => {
    const asked = await askForConsent();
    const earlier = await openConsent(base, asked.url);
    const { scope } = await makePerson();
    const back = await decide(base, asked, scope);
    const { bankUserId } = await accountOf(asked.accountId);
    const again = await askForConsent(asked.bank, { bank_user_id: bankUserId });
    expect(again.accountId).toBe(asked.accountId);
    expect(await refusalOf(redeem(base, asked, back))).toBe("invalid_grant");
    expect(await openLinkOf(asked.url.split("/").at(-1) as string)).toBeNull();
    expect(await openInteraction(earlier.uid, earlier.cookie)).toBeNull();
    await redeem(base, again, await decide(base, again, scope));
  });
});

describe("what may be approved", () => {
  const handleOf = ({ url }: Asked) => url.split("/").at(-1) as string;

  it("ends with its time", async () => {
    const asked = await askForConsent();
    const page = await openConsent(base, asked.url);
    await db().accountLink.update({
      where: { accountId: asked.accountId },
      data: { expiresAt: new Date() },
    });
    expect(await openLinkOf(handleOf(asked))).toBeNull();
    expect(await openInteraction(page.uid, page.cookie)).toBeNull();
  });

  it("is not told apart from what never was", async () => {
    for (const handle of ["", "x", `lnk_${"a".repeat(43)}`, randomUUID(), "lnk_\0"]) {
      expect(await openLinkOf(handle)).toBeNull();
    }
  });

  it("is tied to the browser that opened it", async () => {
    const asked = await askForConsent();
    const mine = await openConsent(base, asked.url);
    const theirs = await openConsent(base, asked.url);
    expect(await openInteraction(mine.uid, undefined)).toBeNull();
    expect(await openInteraction(mine.uid, theirs.cookie)).toBeNull();
    const { scope } = await makePerson();
    const open = await openInteraction(mine.uid, mine.cookie);
    if (!open) return expect.unreachable();
    const approved = await approveInteraction(scope, open);
    if (typeof approved === "string") return expect.unreachable();
    const stolen = await goBack(base, approved.path, theirs);
    // The other browser continues with its own page, which is not approved.
    expect(stolen.headers.get("location")).toMatch(/^\/oauth\/consent\//);
    const after = await goBack(base, approved.path, mine);
    expect(after.headers.get("location")).toContain("code=oac_");
  });

  it("is only where the bank has registered its redirect URIs, if it has", async () => {
    const asked = await askForConsent();
    await updateBank(system, asked.bank.bankId, { redirectUris: ["https://bank.example/other"] });
    expect(await openLinkOf(handleOf(asked))).toBeNull();
    const refused = await linkAccount(asked.bank.scope, {
      ...linkBody(),
      redirect_uri: REDIRECT_URI,
    }).catch(({ violations }) => violations);
    expect(refused).toMatchObject([{ loc: ["body", "redirect_uri"], type: "value_error" }]);
    await updateBank(system, asked.bank.bankId, { redirectUris: [REDIRECT_URI] });
    const { back } = await approveAsSomebody(base, asked);
    await redeem(base, asked, back);
  });

  it("leaves room for ten accounts of one bank and person, whoever was emailed", async () => {
    const person = await makePerson();
    const { bank } = person;
    const customer = { email: person.email };
    for (let n = 0; n < 9; n++) await makeAccount({ ...bank, customer });
    const asked = await askForConsent(bank);
    const page = await openConsent(base, asked.url);
    const open = await openInteraction(page.uid, page.cookie);
    if (!open) return expect.unreachable();
    expect(await approveInteraction(person.scope, open)).toBe("too many");
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
  });
});

describe("the endpoints", () => {
  it("describe themselves at both well-known addresses, and name nothing that is not there", async () => {
    const bank = await makeBank();
    for (const algorithm of ["oidc", "oauth2"] as const) {
      const client = await openid.discovery(new URL(base), bank.bankId, bank.key, undefined, {
        algorithm,
        execute: [openid.allowInsecureRequests],
      });
      const metadata = client.serverMetadata();
      expect(metadata).toMatchObject({
        issuer: base,
        authorization_endpoint: `${base}/oauth/auth`,
        token_endpoint: `${base}/oauth/token`,
        jwks_uri: `${base}/oauth/jwks`,
        userinfo_endpoint: `${base}/oauth/userinfo`,
        response_types_supported: ["code"],
        grant_types_supported: ["authorization_code"],
        code_challenge_methods_supported: ["S256"],
        authorization_response_iss_parameter_supported: true,
        token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      });
      expect(metadata.response_modes_supported).toEqual(["query"]);
      const names = Object.keys(metadata).join(" ");
      expect(names).not.toMatch(/pushed_authorization|request_parameter_supported|request_object/);
      for (const [name, value] of Object.entries(metadata)) {
        if (!name.endsWith("_endpoint")) continue;
        expect((await fetch(value as string, { redirect: "manual" })).status, name).not.toBe(404);
      }
    }
  });

  it("publish keys that verify ID tokens", async () => {
    const asked = await askForConsent();
    const { back } = await approveAsSomebody(base, asked);
    const { id_token } = await redeem(base, asked, back);
    const keys = createRemoteJWKSet(new URL(`${base}/oauth/jwks`));
    const { payload } = await jwtVerify(id_token as string, keys, {
      issuer: base,
      audience: asked.bank.bankId,
    });
    expect(payload.sub).toBe(asked.accountId);
    const { keys: published } = (await (await fetch(`${base}/oauth/jwks`)).json()) as {
      keys: object[];
    };
    for (const key of published) {
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    }
  });

  it("start nothing that was not asked for by linking an account", async () => {
    const { bankId } = await makeBank();
    const asked = (parameters: Record<string, string>) =>
      fetch(`${base}/oauth/auth?${new URLSearchParams(parameters)}`, { redirect: "manual" });
    const evil = { redirect_uri: "https://evil.example/", response_type: "code", scope: "openid" };
    for (const parameters of [
      {},
      { client_id: bankId },
      { client_id: bankId, ...evil },
      { client_id: randomUUID(), ...evil },
      { client_id: bankId, request_uri: `urn:ietf:params:oauth:request_uri:${"a".repeat(43)}` },
      { client_id: bankId, request_uri: "https://evil.example/request" },
      { client_id: bankId, request: "eyJhbGciOiJub25lIn0.e30.", ...evil },
    ]) {
      const response = await asked(parameters as Record<string, string>);
      expect(response.status, JSON.stringify(parameters)).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(await response.text()).toContain("This page has expired");
    }
  });

  it("take no other grant, and no access token anywhere else", async () => {
    const bank = await makeBank();
    const authorization = `Basic ${Buffer.from(`${bank.bankId}:${encodeURIComponent(bank.key)}`).toString("base64")}`;
    for (const grant of ["client_credentials", "refresh_token", "password", "implicit"]) {
      const response = await fetch(`${base}/oauth/token`, {
        method: "POST",
        headers: { Authorization: authorization },
        body: new URLSearchParams({ grant_type: grant, refresh_token: "x", username: "x" }),
      });
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ error: "unsupported_grant_type" });
    }
    for (const path of ["/oauth/par", "/oauth/reg", "/oauth/introspection", "/oauth/revocation"]) {
      expect((await fetch(base + path, { method: "POST" })).status, path).toBe(404);
    }
  });
});

describe("a link of a suspended bank", () => {
  const suspend = ({ bank }: Asked) => changeBankStatus(system, bank.bankId, "suspend", "review");

  it("can't be approved, and its page says why", async () => {
    const asked = await askForConsent();
    await suspend(asked);
    const link = await openLinkOf(asked.url.split("/").at(-1) ?? "");
    expect(link).toMatchObject({ isBankActive: false });
    await expect(approveAsSomebody(base, asked)).rejects.toThrow();
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("isn't made by a code that was approved before, until the bank is resumed", async () => {
    const asked = await askForConsent();
    const { back } = await approveAsSomebody(base, asked);
    await suspend(asked);
    expect(await refusalOf(redeem(base, asked, back))).toBe("unauthorized_client");
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "pending_oauth" });
    await changeBankStatus(system, asked.bank.bankId, "resume", null);
    await redeem(base, asked, back);
    expect(await accountOf(asked.accountId)).toMatchObject({ status: "active" });
  });
});
