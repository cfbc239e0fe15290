/**
 * The authorization server: oidc-provider with one flow, linking an account. docs/decisions/0046 has the
 * reasoning.
 */
import type { JWK } from "jose";
import { type Context, errors, interactionPolicy, Provider } from "oidc-provider";
import { bankScopeOf } from "../auth/api-keys.ts";
import { rememberOutcome } from "../auth/limits/recent-credentials.ts";
import { makeOpaqueToken } from "../auth/tokens/opaque-tokens.ts";
import { runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { env } from "../env.ts";
import { ServiceError } from "../errors.ts";
import { isRedirectUrl } from "../fields.ts";
import { addToLogContext } from "../log.ts";
import { perProcess } from "../singleton.ts";
import { ID_TOKEN_SECONDS, loadSigningKeys } from "./keys.ts";
import { currentTransaction, linkEnded, ObjectStore, redemption } from "./objects.ts";
import { consentPath, interactionCookie, isSecure, OAUTH_PATHS, resumeCookie } from "./places.ts";
import { finishResponse, reportErrors, SESSION_COOKIE } from "./responses.ts";
import { wayBack } from "./way-back.ts";

const CODE_SECONDS = 60;
const ACCESS_TOKEN_SECONDS = 10 * 60;

const { Check, Prompt } = interactionPolicy;

/** Every request is decided on our page, each time. */
const policy = [
  new Prompt(
    { name: "consent" },
    new Check("approval", "the account holder has to approve", ({ oidc }) =>
      oidc.result?.consent ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
    ),
  ),
];

/** The subject of tokens: the account, which the person has approved. */
async function findAccount(_: Context, accountId: string, token?: { kind?: string }) {
  const subject = kysely.selectFrom("account").select("status").where("id", "=", accountId);
  const account = await runForOne(subject, currentTransaction(), { onRequest: true });
  const isToken = token?.kind === "AccessToken";
  if (!account || (isToken && account.status !== "active")) return undefined;
  return { accountId, claims: () => ({ sub: accountId }) };
}

const never = () => {
  throw new Error("the authorization server requests nothing from others");
};

function configurationOf(keys: JWK[], provider: () => Provider) {
  const interactionSeconds = Math.ceil(env().consentLifetimeMs / 1_000);
  const cookie = { httpOnly: true, sameSite: "lax", secure: isSecure() };
  return {
    adapter: (kind: string) => new ObjectStore(kind),
    jwks: { keys },
    routes: OAUTH_PATHS,
    scopes: ["openid"],
    claims: { openid: ["sub"] },
    responseTypes: ["code"],
    clientAuthMethods: ["client_secret_basic", "client_secret_post"],
    // The link that a request is about.
    extraParams: ["link"],
    findAccount,
    loadExistingGrant: async ({ oidc }: Context) => {
      const id = oidc.result?.consent?.grantId;
      if (id === undefined) return undefined;
      const grant = await provider().Grant.find(id);
      // Without it, the library would tell the bank that the person declined.
      if (!grant) throw linkEnded();
      return grant;
    },
    interactions: { policy, url: (_: Context, { jti }: { jti: string }) => consentPath(jti) },
    // With a challenge, its verifier is required; banks with a secret and a state may do without.
    pkce: { required: () => false },
    expiresWithSession: () => false,
    clientBasedCORS: () => false,
    acceptQueryParamAccessTokens: false,
    allowOmittingSingleRegisteredRedirectUri: false,
    enableHttpPostMethods: false,
    fetch: never,
    // The routes have pages for what a browser may see of it (app/oauth/provider-handler.ts).
    renderError: (ctx: Context, out: object) => {
      ctx.body = out;
    },
    ttl: {
      AccessToken: ACCESS_TOKEN_SECONDS,
      AuthorizationCode: CODE_SECONDS,
      // The way back can be gone until the interaction ends.
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
        // Requests are pushed by ourselves, with a redirect URI that was checked.
        allowUnregisteredRedirectUris: true,
      },
    },
  };
}

/** Any valid API key of the bank. */
async function isSecretOf(bankId: string, secret: string): Promise<boolean> {
  try {
    const scope = await rememberOutcome(
      secret,
      () => bankScopeOf(secret),
      ({ keyId }) => keyId,
    );
    if (scope.bankId !== bankId) return false;
    redemption().bank = scope;
    addToLogContext({ bank_id: bankId });
    return true;
  } catch (error) {
    if (error instanceof ServiceError) return false;
    throw error;
  }
}

/** URLs in responses are of the public address, whatever name a request used. */
function usePublicAddress(ctx: Context, next: () => Promise<void>): Promise<void> {
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
  provider.use(usePublicAddress);
  provider.use(finishResponse);
  provider.use(wayBack);
  reportErrors(provider);
  const { AuthorizationCode, AccessToken, Client } = provider;
  // Prefixes, by which people and secret scanners recognize them.
  AuthorizationCode.prototype.generateTokenId = () => makeOpaqueToken("oac");
  const { generateTokenId } = AccessToken.prototype;
  AccessToken.prototype.generateTokenId = function () {
    // It also sets the token's format.
    generateTokenId.call(this);
    return makeOpaqueToken("oat");
  };
  Client.prototype.compareClientSecret = function (this: { clientId: string }, secret: string) {
    return isSecretOf(this.clientId, secret);
  } as typeof Client.prototype.compareClientSecret;
  // The library's own rules are narrower than what a link request may name.
  Client.Schema.prototype.redirectUris = (uris = []) => {
    if (uris.every((uri) => isRedirectUrl(uri) && !uri.includes("#"))) return;
    throw new errors.InvalidRequest("redirect_uri is not valid");
  };
  return provider;
}

/** How soon a process notices that keys were replaced: sooner than a new one signs. */
const RELOAD_MS = 60_000;

type Held = { provider?: Provider; kids?: string; loadedAt: number; loading?: Promise<Provider> };

const held = perProcess<Held>("authorization server", () => ({
  loadedAt: Number.NEGATIVE_INFINITY,
}));

async function load(): Promise<Provider> {
  const keys = await loadSigningKeys();
  const kids = keys.map(({ kid }) => kid).join();
  const state = held();
  if (!state.provider || state.kids !== kids) state.provider = makeProvider(keys);
  Object.assign(state, { kids, loadedAt: performance.now() });
  return state.provider;
}

/** The authorization server of this process, with the current signing keys. */
export async function oauthProvider(): Promise<Provider> {
  const state = held();
  if (state.provider && performance.now() - state.loadedAt < RELOAD_MS) return state.provider;
  state.loading ??= load().finally(() => {
    delete state.loading;
  });
  return state.loading;
}

/** Forgets the keys, for tests. */
export const reloadProvider = (): void => void held.reset();
