/** Linking with consent, end to end, with openid-client as the bank. */
import { randomUUID } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as openid from "openid-client";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { linkAccount, unlinkAccount } from "#lib/accounts/mutations.ts";
import { changeBankStatus, updateBank } from "#lib/banks/mutations.ts";
import { db } from "#lib/database/prisma.ts";
import { env } from "#lib/env.ts";
import { issueApiKey, revokeApiKey } from "#lib/staff/api-keys.ts";
import { linkBody, makeAccount, makeBank, system } from "#test/factories.ts";
import {
  advanceTime,
  approveAsNewPerson,
  clientOf,
  decide,
  goBack,
  type LinkAttempt,
  openConsent,
  REDIRECT_URI,
  redeem,
  requestLink,
  restoreClock,
  serveAuthorization,
} from "#test/oauth.ts";
import { makePerson } from "#test/sign-in.ts";
import { findOpenLinkByHandle } from "../accounts/consent.ts";
import { approveInteraction, findOpenInteraction } from "./interactions.ts";

let server: Awaited<ReturnType<typeof serveAuthorization>>;
let base: string;
beforeAll(async () => {
  server = await serveAuthorization();
  base = server.base;
});
afterEach(restoreClock);
afterAll(() => server.close());

const accountOf = (id: string) => db().account.findUniqueOrThrow({ where: { id } });
const eventsOf = ({ bank }: LinkAttempt) => db().event.findMany({ where: { bankId: bank.bankId } });
const handleOf = ({ url }: LinkAttempt) => url.split("/").at(-1) as string;

/** The error of a rejected call to the bank's OAuth library. */
const errorOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => expect.unreachable("the call succeeded"),
    (thrown: { error?: string; code?: string; message: string }) => thrown,
  );
  return error.error ?? error.code ?? error.message;
};

describe("a link with consent", () => {
  it("becomes active when the bank redeems the code, and belongs to the person who approved", async () => {
    const request = await requestLink();
    const { person, back } = await approveAsNewPerson(base, request);
    expect(back.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect(back.searchParams.get("state")).toBe(request.state);
    expect(back.searchParams.get("iss")).toBe(base);
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });

    const client = await clientOf(base, request.bank);
    const tokens = await redeem(base, request, back, client);
    expect(tokens.claims()).toMatchObject({
      iss: base,
      aud: request.bank.bankId,
      sub: request.accountId,
      nonce: request.nonce,
    });
    expect(tokens.refresh_token).toBeUndefined();
    expect(await accountOf(request.accountId)).toMatchObject({
      status: "active",
      cardholderId: person.cardholderId,
    });
    const info = await openid.fetchUserInfo(client, tokens.access_token, request.accountId);
    expect(info).toEqual({ sub: request.accountId });
    const [event, ...others] = await eventsOf(request);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: "account.linked", donationId: null });
    expect(JSON.parse(event?.body ?? "")).toMatchObject({
      type: "account.linked",
      data: { service_user_id: request.accountId, status: "active" },
    });
  });

  it("works without state, nonce, and PKCE, and with the secret in the body", async () => {
    const without = { state: null, nonce: null, code_challenge: null };
    const request = await requestLink(undefined, without);
    const { back } = await approveAsNewPerson(base, request);
    const client = await clientOf(base, request.bank, "post");
    await openid.authorizationCodeGrant(client, back, { idTokenExpected: true });
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
  });

  it.each(["examplebank://linked", "http://localhost:4000/linked?from=app", "https://localhost/x"])(
    "returns to %s",
    async (redirect_uri) => {
      const request = await requestLink(undefined, { redirect_uri });
      const { back } = await approveAsNewPerson(base, request);
      expect(back.href.startsWith(redirect_uri)).toBe(true);
      expect(back.searchParams.get("code")).toMatch(/^oac_/);
    },
  );

  it.each([
    ["a minute", () => 62],
    ["nearly its whole lifetime", () => env().consentLifetimeMs / 1_000 - 5],
  ])("can be approved after %s on the consent page", async (_, seconds) => {
    const request = await requestLink();
    const page = await openConsent(base, request.url);
    await advanceTime(request, seconds());
    const { scope } = await makePerson();
    const open = await findOpenInteraction(page.uid, page.cookie);
    if (!open) return expect.unreachable();
    const approved = await approveInteraction(scope, open);
    if (typeof approved === "string") return expect.unreachable();
    const back = (await goBack(base, approved.path, page)).headers.get("location") as string;
    await redeem(base, request, new URL(back));
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
  });

  it("can be opened repeatedly, but approved only once", async () => {
    const request = await requestLink();
    const first = await openConsent(base, request.url);
    await openConsent(base, request.url);
    const { scope } = await makePerson();
    const open = await findOpenInteraction(first.uid, first.cookie);
    if (!open) return expect.unreachable();
    expect(await approveInteraction(scope, open)).toMatchObject({ path: expect.any(String) });
    expect(await approveInteraction(scope, open)).toBe("ended");
    expect(await findOpenLinkByHandle(handleOf(request))).toBeNull();
    expect(await findOpenInteraction(first.uid, first.cookie)).toBeNull();
  });

  it("keeps few rows, however often it's opened", async () => {
    const request = await requestLink();
    for (let n = 0; n < 15; n++) await openConsent(base, request.url);
    const link = { accountId: request.accountId };
    expect(await db().oauthObject.count({ where: { link } })).toBeLessThanOrEqual(20);
  });
});

describe("a customer who declines", () => {
  it("returns with access_denied; the link stays open, and can still be approved", async () => {
    const request = await requestLink();
    const { scope } = await makePerson();
    const back = await decide(base, request, scope, "decline");
    const denial = { error: "access_denied", state: request.state, iss: base };
    expect(Object.fromEntries(back.searchParams)).toMatchObject(denial);
    expect(await errorOf(redeem(base, request, back))).toBe("access_denied");
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
    await redeem(base, request, await decide(base, request, scope));
  });
});

describe("a forged response", () => {
  it("is detected by its state", async () => {
    const request = await requestLink();
    const { back } = await approveAsNewPerson(base, request);
    const wrong = { ...request, state: openid.randomState() };
    expect(await errorOf(redeem(base, wrong, back))).toMatch(/INVALID_RESPONSE/);
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("is detected by its issuer", async () => {
    const request = await requestLink();
    const { back } = await approveAsNewPerson(base, request);
    back.searchParams.set("iss", "https://other.example");
    expect(await errorOf(redeem(base, request, back))).toMatch(/INVALID_RESPONSE/);
  });
});

describe("a code", () => {
  const approved = async (changes: Parameters<typeof requestLink>[1] = {}) => {
    const request = await requestLink(undefined, changes);
    return { request, ...(await approveAsNewPerson(base, request)) };
  };

  it("that is replayed revokes its access token, and the account stays active", async () => {
    const { request, back } = await approved();
    const client = await clientOf(base, request.bank);
    const { access_token } = await redeem(base, request, back, client);
    expect(await errorOf(redeem(base, request, back, client))).toBe("invalid_grant");
    const info = await openid
      .fetchUserInfo(client, access_token, request.accountId)
      .catch(({ status }) => status);
    expect(info).toBe(401);
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(request)).toHaveLength(1);
  });

  it("is redeemed by one of 50 parallel requests", async () => {
    const { request, back } = await approved();
    const client = await clientOf(base, request.bank);
    const requests = Array.from({ length: 50 }, () => redeem(base, request, back, client));
    const outcomes = await Promise.allSettled(requests);
    const refused = outcomes.flatMap((one) =>
      one.status === "rejected" ? [one.reason.error] : [],
    );
    expect(refused).toEqual(Array.from({ length: 49 }, () => "invalid_grant"));
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
    expect(await eventsOf(request)).toHaveLength(1);
  });

  it("can't be redeemed by another bank", async () => {
    const { request, back } = await approved();
    const thief = await clientOf(base, await makeBank());
    expect(await errorOf(redeem(base, request, back, thief))).toBe("invalid_grant");
    // Its own bank still can.
    await redeem(base, request, back);
  });

  it("needs a valid key of its bank", async () => {
    const { request, back } = await approved();
    const { bank } = request;
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
      for (const method of ["basic", "post"] as const) {
        const client = await clientOf(base, bank, method, key);
        const error = await errorOf(redeem(base, request, back, client));
        // With the Authorization header, the 401 has a challenge.
        expect(error).toBe(
          { basic: "OAUTH_WWW_AUTHENTICATE_CHALLENGE", post: "invalid_client" }[method],
        );
      }
    }
    const third = await issueApiKey(system, bank.bankId);
    await redeem(base, request, back, await clientOf(base, bank, "basic", third.apiKey));
  });

  it("needs its challenge's verifier, and rejects a verifier if it has no challenge", async () => {
    const { request, back } = await approved();
    const client = await clientOf(base, request.bank);
    const checks = { expectedState: request.state, expectedNonce: request.nonce };
    const without = openid.authorizationCodeGrant(client, back, checks);
    expect(await errorOf(without)).toBe("invalid_grant");
    const other = { ...request, verifier: openid.randomPKCECodeVerifier() };
    expect(await errorOf(redeem(base, other, back, client))).toBe("invalid_grant");
    await redeem(base, request, back, client);
    const plain = await approved({ code_challenge: null });
    expect(await errorOf(redeem(base, plain.request, plain.back))).toBe("invalid_grant");
  });

  it("needs the redirect URI that it was sent to", async () => {
    const { request, back } = await approved();
    const elsewhere = new URL(`https://bank.example/other${back.search}`);
    expect(await errorOf(redeem(base, request, elsewhere))).toBe("invalid_grant");
  });

  it("expires after a minute", async () => {
    const { request, back } = await approved();
    await db().oauthObject.updateMany({
      where: { link: { accountId: request.accountId }, kind: "AuthorizationCode" },
      data: { expiresAt: new Date() },
    });
    expect(await errorOf(redeem(base, request, back))).toBe("invalid_grant");
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("is revoked if the account is unlinked before it's redeemed", async () => {
    const { request, back } = await approved();
    await unlinkAccount(request.bank.scope, request.accountId, {});
    expect(await errorOf(redeem(base, request, back))).toBe("invalid_grant");
    expect(await accountOf(request.accountId)).toMatchObject({ status: "unlinked" });
  });

  it("is revoked if the account is linked again, along with the earlier URL and page", async () => {
    const request = await requestLink();
    const earlier = await openConsent(base, request.url);
    const { scope } = await makePerson();
    const back = await decide(base, request, scope);
    const { bankUserId } = await accountOf(request.accountId);
    const again = await requestLink(request.bank, { bank_user_id: bankUserId });
    expect(again.accountId).toBe(request.accountId);
    expect(await errorOf(redeem(base, request, back))).toBe("invalid_grant");
    expect(await findOpenLinkByHandle(handleOf(request))).toBeNull();
    expect(await findOpenInteraction(earlier.uid, earlier.cookie)).toBeNull();
    await redeem(base, again, await decide(base, again, scope));
  });
});

describe("an open link", () => {
  it("expires", async () => {
    const request = await requestLink();
    const page = await openConsent(base, request.url);
    await db().accountLink.update({
      where: { accountId: request.accountId },
      data: { expiresAt: new Date() },
    });
    expect(await findOpenLinkByHandle(handleOf(request))).toBeNull();
    expect(await findOpenInteraction(page.uid, page.cookie)).toBeNull();
  });

  it("isn't found by an unknown or malformed handle", async () => {
    for (const handle of ["", "x", `lnk_${"a".repeat(43)}`, randomUUID(), "lnk_\0"]) {
      expect(await findOpenLinkByHandle(handle)).toBeNull();
    }
  });

  it("is tied to the browser that opened it", async () => {
    const request = await requestLink();
    const mine = await openConsent(base, request.url);
    const theirs = await openConsent(base, request.url);
    expect(await findOpenInteraction(mine.uid, undefined)).toBeNull();
    expect(await findOpenInteraction(mine.uid, theirs.cookie)).toBeNull();
    const { scope } = await makePerson();
    const open = await findOpenInteraction(mine.uid, mine.cookie);
    if (!open) return expect.unreachable();
    const approved = await approveInteraction(scope, open);
    if (typeof approved === "string") return expect.unreachable();
    const stolen = await goBack(base, approved.path, theirs);
    // The other browser continues with its own page, which is not approved.
    expect(stolen.headers.get("location")).toMatch(/^\/oauth\/consent\//);
    const after = await goBack(base, approved.path, mine);
    expect(after.headers.get("location")).toContain("code=oac_");
  });

  it("returns only to a registered redirect URI, if the bank has registered any", async () => {
    const request = await requestLink();
    await updateBank(system, request.bank.bankId, { redirectUris: ["https://bank.example/other"] });
    expect(await findOpenLinkByHandle(handleOf(request))).toBeNull();
    const refused = await linkAccount(request.bank.scope, {
      ...linkBody(),
      redirect_uri: REDIRECT_URI,
    }).catch(({ violations }) => violations);
    expect(refused).toMatchObject([{ loc: ["body", "redirect_uri"], type: "value_error" }]);
    await updateBank(system, request.bank.bankId, { redirectUris: [REDIRECT_URI] });
    const { back } = await approveAsNewPerson(base, request);
    await redeem(base, request, back);
  });

  it("counts toward ten accounts per bank and person, whatever address the bank sent", async () => {
    const person = await makePerson();
    const { bank } = person;
    const customer = { email: person.email };
    for (let n = 0; n < 9; n++) await makeAccount({ ...bank, customer });
    const request = await requestLink(bank);
    const page = await openConsent(base, request.url);
    const open = await findOpenInteraction(page.uid, page.cookie);
    if (!open) return expect.unreachable();
    expect(await approveInteraction(person.scope, open)).toBe("too many");
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
  });
});

describe("the endpoints", () => {
  it("are described at both well-known URLs, which name only what exists", async () => {
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
    const request = await requestLink();
    const { back } = await approveAsNewPerson(base, request);
    const { id_token } = await redeem(base, request, back);
    const keys = createRemoteJWKSet(new URL(`${base}/oauth/jwks`));
    const { payload } = await jwtVerify(id_token as string, keys, {
      issuer: base,
      audience: request.bank.bankId,
    });
    expect(payload.sub).toBe(request.accountId);
    const { keys: published } = (await (await fetch(`${base}/oauth/jwks`)).json()) as {
      keys: object[];
    };
    for (const key of published) {
      expect(Object.keys(key).sort()).toEqual(["alg", "e", "kid", "kty", "n", "use"]);
    }
  });

  it("reject authorization requests that linking an account didn't create", async () => {
    const { bankId } = await makeBank();
    const authorize = (parameters: Record<string, string>) =>
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
      const response = await authorize(parameters as Record<string, string>);
      expect(response.status, JSON.stringify(parameters)).toBe(400);
      expect(response.headers.get("location")).toBeNull();
      expect(await response.text()).toContain("This page has expired");
    }
  });

  it("accept no other grant type, and are the only ones", async () => {
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
  const suspend = ({ bank }: LinkAttempt) =>
    changeBankStatus(system, bank.bankId, "suspend", "review");

  it("can't be approved, and its page says why", async () => {
    const request = await requestLink();
    await suspend(request);
    expect(await findOpenLinkByHandle(handleOf(request))).toMatchObject({ isBankActive: false });
    await expect(approveAsNewPerson(base, request)).rejects.toThrow();
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
  });

  it("isn't activated by a code that was approved before, until the bank is resumed", async () => {
    const request = await requestLink();
    const { back } = await approveAsNewPerson(base, request);
    await suspend(request);
    expect(await errorOf(redeem(base, request, back))).toBe("unauthorized_client");
    expect(await accountOf(request.accountId)).toMatchObject({ status: "pending_oauth" });
    await changeBankStatus(system, request.bank.bankId, "resume", null);
    await redeem(base, request, back);
    expect(await accountOf(request.accountId)).toMatchObject({ status: "active" });
  });
});
