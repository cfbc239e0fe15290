/** The authorization server: oidc-provider with one flow, linking an account. See docs/decisions/0046. */
import type { JWK } from "jose";
import {
  type Adapter,
  type Configuration,
  type KoaContextWithOIDC as Context,
  errors,
  interactionPolicy,
  Provider,
} from "oidc-provider";
import { bankScopeOf } from "../auth/api-keys.ts";
import { checkAndCacheCredential, keyAt } from "../auth/limits/recent-credentials.ts";
import { makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { isRedirectUrl } from "../banks/redirects.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { addToLogContext } from "../log.ts";
import { keptFor } from "../memoized.ts";
import { perProcess } from "../singleton.ts";
import { ID_TOKEN_SECONDS, loadSigningKeys } from "./keys.ts";
import { currentTransaction, linkEnded, ObjectStore, redemption } from "./objects.ts";
import { consentPath, interactionCookie, isSecure, OAUTH_PATHS, resumeCookie } from "./paths.ts";
import { finishResponse, reportErrors, SESSION_COOKIE } from "./responses.ts";
import { returnToBank } from "./return-to-bank.ts";

const CODE_SECONDS = 60;
const ACCESS_TOKEN_SECONDS = 10 * 60;

const { Check, Prompt } = interactionPolicy;

/** Every request needs a decision on our page. */
const policy = [
  new Prompt(
    { name: "consent" },
    new Check("approval", "the account holder must approve", ({ oidc }) =>
      oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
    ),
  ),
];

/** The tokens' subject: the account whose link the person approved. */
async function findAccount(_: Context, accountId: string, token?: { kind?: string }) {
  const query = kysely.selectFrom("account").select("status").where("id", "=", accountId);
  const account = await runForOne(query, currentTransaction(), { onRequest: true });
  const isToken = token?.kind === "AccessToken";
  if (!account || (isToken && account.status !== "active")) return undefined;
  return { accountId, claims: () => ({ sub: accountId }) };
}

const rejectFetch = () => {
  throw new Error("the authorization server makes no outgoing requests");
};

function configurationOf(keys: JWK[], provider: () => Provider): Configuration {
  const interactionSeconds = Math.ceil(env().consentLifetimeMs / 1_000);
  const cookie = { httpOnly: true, sameSite: "lax", secure: isSecure() } as const;
  return {
    adapter: (kind: string) => new ObjectStore(kind) as ObjectStore & Adapter,
    jwks: { keys },
    routes: OAUTH_PATHS,
    scopes: ["openid"],
    claims: { openid: ["sub"] },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    extraParams: ["link"],
    findAccount,
    loadExistingGrant: async ({ oidc }: Context) => {
      const id = oidc.result?.consent?.grantId;
      if (id === undefined) return undefined;
      const grant = await provider().Grant.find(id);
      // If undefined, the library would tell the bank that the person declined.
      if (!grant) throw linkEnded();
      return grant;
    },
    interactions: { policy, url: (_: Context, { jti }: { jti: string }) => consentPath(jti) },
    // Optional for banks, which have a secret and a state. A challenge makes its verifier required.
    pkce: { required: () => false },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    enableHttpPostMethods: false,
    fetch: rejectFetch,
    // The routes render their own error pages for browsers (app/oauth/provider-handler.ts).
    renderError: (ctx: Context, out: object) => {
      ctx.body = out;
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      // The person can return to the bank until the interaction expires.
      Grant: interactionSeconds + CODE_SECONDS + ACCESS_TOKEN_SECONDS,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: interactionSeconds,
      Session: CODE_SECONDS,
    },
    cookies: {
      names: {
        interaction: interactionCookie(),
        resume: resumeCookie(),
        session: SESSION_COOKIE,
      },
      short: cookie,
      long: cookie,
    },
    features: {
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: {
        enabled: true,
        requirePushedAuthorizationRequests: true,
        // We push requests ourselves, with a validated redirect URI.
        allowUnregisteredRedirectUris: true,
      },
    },
  };
}

/** Accepts any valid API key of the bank that may do everything. */
async function isSecretOf(bankId: string, secret: string): Promise<boolean> {
  try {
    const { ip: address = "unknown" } = Provider.ctx ?? {};
    const scope = await checkAndCacheCredential(
      keyAt(secret, address),
      () => bankScopeOf(secret, address),
      ({ keyId }) => keyId,
    );
    if (scope.bankId !== bankId || scope.keyScope !== "full") return false;
    redemption().bank = scope;
    addToLogContext({ bank_id: bankId });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** URLs in responses use the public base URL, whatever host a request names. */
function usePublicBaseUrl(ctx: Context, next: () => Promise<void>): Promise<void> {
  const { host, protocol } = new URL(env().publicBaseUrl);
  Object.defineProperties(ctx.request, {
    host: { value: host },
    protocol: { value: protocol.slice(0, -1) },
  });
  return next();
}

function makeProvider(keys: JWK[]): Provider {
  const provider: Provider = new Provider(
    env().publicBaseUrl,
    configurationOf(keys, () => provider),
  );
  provider.use(usePublicBaseUrl);
  provider.use(finishResponse);
  provider.use(returnToBank);
  reportErrors(provider);
  const { AuthorizationCode, AccessToken, Client } = provider;
  // Prefixes let people and secret scanners recognize them.
  Object.assign(AuthorizationCode.prototype, { generateTokenId: () => makeOpaqueToken("oac") });
  Object.assign(AccessToken.prototype, {
    generateTokenId(this: { format: string }) {
      // As the library's own function does.
      this.format = "opaque";
      return makeOpaqueToken("oat");
    },
  });
  Client.prototype.compareClientSecret = function (secret) {
    return isSecretOf(this.clientId, secret);
  };
  // The library's own rules are stricter than ours for link requests.
  Reflect.get(Client, "Schema").prototype.redirectUris = (uris: string[] = []) => {
    if (uris.every((uri) => isRedirectUrl(uri) && !uri.includes("#"))) return;
    throw new errors.InvalidRequest("redirect_uri is not valid");
  };
  return provider;
}

/** How often a process reloads the keys: well before a new one starts signing. */
const RELOAD_MS = 60_000;

const kept = perProcess("authorization server", () =>
  keptFor(RELOAD_MS, async () => makeProvider(await loadSigningKeys())),
);

/** The authorization server of this process, with the current signing keys. */
export const oauthProvider = (): Promise<Provider> => kept()();
