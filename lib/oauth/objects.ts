/**
 * Where oidc-provider keeps its state: one table, by the hash of each ID, which is a secret. The rest is encrypted.
 * Every object belongs to a link, and ends with it.
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
import { findObject, revokeGrant, trimObjects, upsertObject } from "./sql.ts";

export type Payload = Record<string, unknown> & { grantId?: string; jti?: string };

/** Kinds that are not kept: nothing here depends on a session of the library's own. */
const NOT_KEPT = new Set(["Session", "ReplayDetection"]);
/** How many pushed requests and interactions a link has at a time: opening its URL makes one of each. */
const KEPT_PER_LINK = 10;
const PER_OPENING = new Set(["PushedAuthorizationRequest", "Interaction"]);

/** The link that the library works on, and the transaction that it does so in. */
const current = perProcess(
  "link that the library works on",
  () => new AsyncLocalStorage<{ linkId: string; tx: Transaction }>(),
);

/** Runs work of the library's on objects of this link in a transaction. */
export const withinLink = <T>(linkId: string, tx: Transaction, work: () => Promise<T>) =>
  current().run({ linkId, tx }, work);

/** The transaction that the library's work is in, if any. A second connection could wait for the first. */
export const currentTransaction = (): Transaction | undefined => current().getStore()?.tx;

/** What is known of a token request. The link is known once its code has been redeemed. */
export type Redemption = { bank?: BankScope; linkId?: string };

/** The state of the library's current request. */
export const redemption = (): Redemption => Provider.ctx?.state ?? {};

const hashOf = (kind: string, id: string) => createHash("sha256").update(`${kind}:${id}`).digest();
const keys = () => authKeys("oauth-object").map((key) => Buffer.from(key));
const placeOf = (kind: string, idHash: Buffer) => `oauth_object:${kind}:${idHash.toString("hex")}`;

/** The link has ended meanwhile: nobody is sent back to the bank with that. */
export function linkEnded(): Error {
  return Object.assign(new errors.InvalidRequest("the request for consent has ended"), {
    allow_redirect: false,
  });
}

/** The request that named the link, for what is made when its URL is opened. */
function linkNamedIn({ params, request }: Payload): unknown {
  if (typeof request === "string") return decodeJwt(request).link;
  return (params as Record<string, unknown> | undefined)?.link;
}

/** One kind of the library's objects. The methods are those that it calls. */
export class ObjectStore {
  readonly kind: string;

  constructor(kind: string) {
    this.kind = kind;
  }

  private hashOf(id: string): Buffer {
    return hashOf(this.kind, id);
  }

  /** The link that an object belongs to. */
  private async linkOf(payload: Payload): Promise<string> {
    // A concurrent replay may have revoked the grant already. Then its access token works nowhere.
    const linkId = current().getStore()?.linkId ?? redemption().linkId;
    if (linkId) return linkId;
    if (payload.grantId !== undefined && !PER_OPENING.has(this.kind)) {
      const named = { idHash: hashOf("Grant", payload.grantId), kind: "Grant" };
      const [grant] = await findObject(named, currentTransaction());
      if (grant) return grant.linkId;
    }
    const named = linkNamedIn(payload);
    if (typeof named !== "string" || !isUuid(named)) throw linkEnded();
    return named;
  }

  async upsert(id: string, payload: Payload, lifetimeSeconds: number): Promise<void> {
    if (NOT_KEPT.has(this.kind)) return;
    const tx = currentTransaction();
    const { kind } = this;
    const idHash = this.hashOf(id);
    const linkId = await this.linkOf(payload);
    const grantId = kind === "Grant" ? id : payload.grantId;
    const { jti: _, ...kept } = payload;
    const [stored] = await upsertObject(
      {
        ...{ idHash, kind, linkId, lifetimeSeconds },
        grantHash: grantId === undefined ? null : hashOf("Grant", grantId),
        encryptedPayload: encrypt(keys(), placeOf(kind, idHash), JSON.stringify(kept)),
      },
      tx,
    );
    // At the token endpoint, the code was valid when it was redeemed.
    if (!stored) throw redemption().linkId ? notRedeemed() : linkEnded();
    if (PER_OPENING.has(kind)) await trimObjects({ linkId, kind, kept: KEPT_PER_LINK }, tx);
  }

  async find(id: string): Promise<Payload | undefined> {
    if (NOT_KEPT.has(this.kind)) return undefined;
    if (this.kind === "Client") return clientOf(id);
    const idHash = this.hashOf(id);
    const [row] = await findObject({ idHash, kind: this.kind }, currentTransaction());
    if (!row) return undefined;
    try {
      const payload = JSON.parse(decrypt(keys(), placeOf(this.kind, idHash), row.encryptedPayload));
      return { ...payload, jti: id, ...(row.consumedAt ? { consumed: true } : {}) };
    } catch (error) {
      // Its key has been removed from the ring.
      if (error instanceof UnknownKey) return undefined;
      throw error;
    }
  }

  /** The link of a stored object. */
  async linkIdOf(id: string): Promise<string | undefined> {
    const [row] = await findObject({ idHash: this.hashOf(id), kind: this.kind });
    return row?.linkId;
  }

  /** Interactions stay until they expire or their link ends: the way back can be repeated. */
  async destroy(id: string): Promise<void> {
    if (NOT_KEPT.has(this.kind) || this.kind === "Interaction") return;
    const deletion = kysely
      .deleteFrom("oauthObject")
      .where("idHash", "=", this.hashOf(id))
      .where("kind", "=", this.kind);
    await affected(deletion, currentTransaction());
  }

  /** Guarded, so that only one of several concurrent requests continues. */
  async consume(id: string, request = redemption()): Promise<void> {
    const named = { idHash: this.hashOf(id), kind: this.kind };
    if (this.kind === "AuthorizationCode") return redeemCode(named, request);
    // Whether or not it has expired: a pushed request is consumed when its code is issued, however long the person took.
    if ((await affected(consuming(named), currentTransaction())) === 0) throw linkEnded();
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    await revokeGrant({ grantHash: hashOf("Grant", grantId) });
  }

  async findByUid(): Promise<undefined> {
    return undefined;
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }
}

type Named = { idHash: Buffer; kind: string };

/** Consumes an object: only one of several concurrent requests. */
const consuming = ({ idHash, kind }: Named) =>
  kysely
    .updateTable("oauthObject")
    .set({ consumedAt: now })
    .where("idHash", "=", idHash)
    .where("kind", "=", kind)
    .where("consumedAt", "is", null);

const notRedeemed = (): Error =>
  new errors.InvalidGrant("authorization code was redeemed before, or its link has ended");

/** Locks the account, its link, and then the code, as everything does that ends a link. @returns the link */
async function redeem(code: Named, bank: BankScope, tx: Transaction): Promise<string> {
  const [found] = await findObject(code, tx);
  if (!found || !(await redeemLink(bank, found.linkId, tx))) throw notRedeemed();
  if ((await affected(consuming(code).where("expiresAt", ">", now), tx)) === 0) throw notRedeemed();
  return found.linkId;
}

/** Revokes what a code gave that was redeemed before. */
async function revokeReplayed(code: Named): Promise<void> {
  const [found] = await findObject(code);
  if (found?.consumedAt && found.grantHash) await revokeGrant({ grantHash: found.grantHash });
}

/**
 * Redeems a code, once, for the bank that has been authenticated. What a replayed code has given is revoked; the
 * account stays active, since a retry after a lost response must not undo a link.
 * @throws InvalidGrant if it was redeemed before, has expired, or its link has ended; UnauthorizedClient if the bank is
 *   suspended
 */
async function redeemCode(code: Named, request: Redemption): Promise<void> {
  const { bank } = request;
  if (!bank) throw new Error("no bank has been authenticated");
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

/** A bank as a client. Its secret is any of its API keys (provider.ts), never this. */
async function clientOf(bankId: string): Promise<Payload | undefined> {
  if (!isUuid(bankId)) return undefined;
  const own = kysely.selectFrom("bank").select("id").where("id", "=", bankId);
  const bank = await runForOne(own, currentTransaction(), { onRequest: true });
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
