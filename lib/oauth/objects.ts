/**
 * The storage adapter for oidc-provider: one table, keyed by the hash of each ID, which is a secret. Payloads are
 * encrypted. Every object belongs to a link, and is deleted with it.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import { errors, Provider } from "oidc-provider";
import { validate as isUuid } from "uuid";
import { redeemLink } from "../accounts/consent.ts";
import { authKeys } from "../auth/auth-keys.ts";
import type { BankScope } from "../auth/scopes.ts";
import { now } from "../database/expressions.ts";
import { affected, runForOne } from "../database/run.ts";
import { kysely } from "../database/tables.ts";
import { type Transaction, transaction } from "../database/transaction.ts";
import { decrypt, encrypt, UnknownKey } from "../encryption.ts";
import { ServiceError } from "../errors.ts";
import { perProcess } from "../singleton.ts";
import { findObject, type ObjectKey, revokeGrant, trimObjects, upsertObject } from "./sql.ts";

type Payload = Record<string, unknown> & { grantId?: string; jti?: string };

/** Kinds that aren't stored: nothing here depends on the library's own sessions. */
const NOT_STORED = new Set(["Session", "ReplayDetection"]);
/** How many objects of each of these kinds a link keeps: opening its URL creates one of each. */
const MAX_PER_LINK = 10;
const CREATED_ON_OPEN = new Set(["PushedAuthorizationRequest", "Interaction"]);

/** The link that the library is working on, and the transaction. */
const current = perProcess(
  "current OAuth link",
  () => new AsyncLocalStorage<{ linkId: string; tx: Transaction }>(),
);

export const withinLink = <T>(linkId: string, tx: Transaction, work: () => Promise<T>) =>
  current().run({ linkId, tx }, work);

/** The library call's transaction, if any. A second connection could deadlock with it. */
export const currentTransaction = (): Transaction | undefined => current().getStore()?.tx;

/** A token request's state. The link is known once the code has been redeemed. */
type Redemption = { bank?: BankScope; linkId?: string };

/** The state of the library's current request. */
export const redemption = (): Redemption => Provider.ctx?.state ?? {};

const hashOf = (kind: string, id: string) => createHash("sha256").update(`${kind}:${id}`).digest();
const keys = () => authKeys("oauth-object").map((key) => Buffer.from(key));
/** The encryption context: binds a payload to its row. */
const contextOf = ({ kind, idHash }: ObjectKey) => `oauth_object:${kind}:${idHash.toString("hex")}`;

/** The link has ended in the meantime. Shown on our own page, not sent to the bank. */
export function linkEnded(): Error {
  return Object.assign(new errors.InvalidRequest("the request for consent has ended"), {
    allow_redirect: false,
  });
}

/** The link that a pushed request or an interaction names. */
function linkNamedIn({ params, request }: Payload): unknown {
  if (typeof request === "string") return decodeJwt(request).link;
  return (params as Record<string, unknown> | undefined)?.link;
}

/** Stores one kind of the library's objects, with those methods of its adapter interface that our configuration uses. */
export class ObjectStore {
  readonly kind: string;

  constructor(kind: string) {
    this.kind = kind;
  }

  private keyOf(id: string): ObjectKey {
    return { idHash: hashOf(this.kind, id), kind: this.kind };
  }

  private async linkOf(payload: Payload): Promise<string> {
    // Before the grant, which a concurrent replay may have revoked. Then its access token doesn't work anywhere.
    const linkId = current().getStore()?.linkId ?? redemption().linkId;
    if (linkId) return linkId;
    if (payload.grantId !== undefined && !CREATED_ON_OPEN.has(this.kind)) {
      const key = new ObjectStore("Grant").keyOf(payload.grantId);
      const [grant] = await findObject(key, currentTransaction());
      if (grant) return grant.linkId;
    }
    const named = linkNamedIn(payload);
    if (typeof named !== "string" || !isUuid(named)) throw linkEnded();
    return named;
  }

  async upsert(id: string, payload: Payload, lifetimeSeconds: number): Promise<void> {
    if (NOT_STORED.has(this.kind)) return;
    const tx = currentTransaction();
    const { kind } = this;
    const key = this.keyOf(id);
    const linkId = await this.linkOf(payload);
    const grantId = kind === "Grant" ? id : payload.grantId;
    const { jti: _, ...content } = payload;
    const encryptedPayload = encrypt(keys(), contextOf(key), JSON.stringify(content));
    const grantHash = grantId === undefined ? null : hashOf("Grant", grantId);
    const object = { ...key, linkId, lifetimeSeconds, grantHash, encryptedPayload };
    const [stored] = await upsertObject(object, tx);
    // At the token endpoint, the bank needs an OAuth error: its code was valid when redeemed.
    if (!stored) throw redemption().linkId ? invalidCode() : linkEnded();
    if (CREATED_ON_OPEN.has(kind)) await trimObjects({ linkId, kind, keep: MAX_PER_LINK }, tx);
  }

  async find(id: string): Promise<Payload | undefined> {
    if (NOT_STORED.has(this.kind)) return undefined;
    if (this.kind === "Client") return clientOf(id);
    const key = this.keyOf(id);
    const [row] = await findObject(key, currentTransaction());
    if (!row) return undefined;
    try {
      const payload = JSON.parse(decrypt(keys(), contextOf(key), row.encryptedPayload));
      return { ...payload, jti: id, ...(row.consumedAt ? { consumed: true } : {}) };
    } catch (error) {
      // Its encryption key was removed from the key ring.
      if (error instanceof UnknownKey) return undefined;
      throw error;
    }
  }

  async linkIdOf(id: string): Promise<string | undefined> {
    const [row] = await findObject(this.keyOf(id));
    return row?.linkId;
  }

  /** Interactions stay until they expire or their link ends: the return to the bank can be repeated. */
  async destroy(id: string): Promise<void> {
    if (NOT_STORED.has(this.kind) || this.kind === "Interaction") return;
    const deletion = kysely.deleteFrom("oauthObject").where("idHash", "=", this.keyOf(id).idHash);
    await affected(deletion, currentTransaction());
  }

  /** Only one of several concurrent requests succeeds. */
  async consume(id: string, request = redemption()): Promise<void> {
    const key = this.keyOf(id);
    if (this.kind === "AuthorizationCode") return redeemCode(key, request);
    // Even if expired: a pushed request is consumed when its code is issued, however long the person took.
    if ((await affected(consumption(key), currentTransaction())) === 0) throw linkEnded();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await revokeGrant({ grantHash: hashOf("Grant", grantId) });
  }
}

/** Marks an object as consumed. Guarded, so that only one of several concurrent requests does. */
const consumption = ({ idHash, kind }: ObjectKey) =>
  kysely
    .updateTable("oauthObject")
    .set({ consumedAt: now })
    .where("idHash", "=", idHash)
    .where("kind", "=", kind)
    .where("consumedAt", "is", null);

const invalidCode = (): Error =>
  new errors.InvalidGrant("authorization code was already redeemed, or its link has ended");

/** Locks the account, its link, and then the code, like everything that ends a link. @returns the link's ID */
async function redeem(code: ObjectKey, bank: BankScope, tx: Transaction): Promise<string> {
  const [found] = await findObject(code, tx);
  if (!found || !(await redeemLink(bank, found.linkId, tx))) throw invalidCode();
  const unexpired = consumption(code).where("expiresAt", ">", now);
  if ((await affected(unexpired, tx)) === 0) throw invalidCode();
  return found.linkId;
}

async function revokeReplayed(code: ObjectKey): Promise<void> {
  const [found] = await findObject(code);
  if (found?.consumedAt && found.grantHash) await revokeGrant({ grantHash: found.grantHash });
}

/**
 * Redeems a code once, for the authenticated bank. A replay revokes the code's tokens, but the account stays active:
 * a retry after a lost response must not undo a link.
 * @throws InvalidGrant if it was already redeemed, has expired, or its link has ended; UnauthorizedClient if the bank
 *   is suspended
 */
async function redeemCode(code: ObjectKey, request: Redemption): Promise<void> {
  const { bank } = request;
  if (!bank) throw new Error("no bank is authenticated");
  try {
    request.linkId = await transaction((tx) => redeem(code, bank, tx));
  } catch (error) {
    if (error instanceof ServiceError && error.code === "BANK_SUSPENDED") {
      throw new errors.UnauthorizedClient(error.message);
    }
    if (error instanceof errors.InvalidGrant) await revokeReplayed(code);
    throw error;
  }
}

/** A bank as an OAuth client. Its secret is any of its API keys (provider.ts), never this placeholder. */
async function clientOf(bankId: string): Promise<Payload | undefined> {
  if (!isUuid(bankId)) return undefined;
  const query = kysely.selectFrom("bank").select("id").where("id", "=", bankId);
  const bank = await runForOne(query, currentTransaction(), { onRequest: true });
  if (!bank) return undefined;
  return {
    client_id: bank.id,
    client_secret: "an API key",
    application_type: "native",
    redirect_uris: [],
    require_pushed_authorization_requests: true,
    response_types: ["code"],
    grant_types: ["authorization_code"],
    token_endpoint_auth_method: "client_secret_basic",
    id_token_signed_response_alg: "RS256",
  };
}
