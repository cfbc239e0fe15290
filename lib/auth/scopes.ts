/**
 * Scopes say on whose behalf something is done. They are branded, so that only this folder makes
 * them; every domain function takes one first, and every query filters by it.
 */
declare const minted: unique symbol;

/** A bank, by one of its API keys, or by an operator that acts for it. */
export type BankScope = {
  readonly bankId: string;
  readonly keyId: string;
  /** As the audit log names it: `key:<keyId>`, or the operator. */
  readonly actor: string;
} & { readonly [minted]: "bank" };

/** A cardholder, by a session. */
export type CardholderScope = {
  readonly cardholderId: string;
  readonly familyId: string;
  readonly role: "cardholder";
  /** A cardholder belongs to no school; a role that does would be held to it. */
  readonly schoolId: null;
  /** As the audit log names them. */
  readonly actor: string;
} & { readonly [minted]: "cardholder" };

/** Whoever holds the token of an embedded session: one account, for one donation. */
export type EmbedScope = {
  readonly sessionId: string;
  readonly bankId: string;
  readonly accountId: string;
  readonly cardholderId: string;
} & { readonly [minted]: "embed" };

/** The product itself or its operator: durable functions, the operator command, the seed. */
export type SystemScope = { readonly actor: string } & { readonly [minted]: "system" };

/** For lib/auth alone: the key gate has checked the key. */
export function mintBankScope(bankId: string, keyId: string): BankScope {
  return { bankId, keyId, actor: `key:${keyId}` } as BankScope;
}

/** The operator acts for a bank: what a bank can do itself there is one function for. */
export function actingFor(scope: SystemScope, bankId: string): BankScope {
  return { bankId, keyId: scope.actor, actor: scope.actor } as BankScope;
}

/** For lib/auth alone: the session gate has checked the session. */
export function mintCardholderScope(cardholderId: string, familyId: string): CardholderScope {
  const actor = `cardholder:${cardholderId}`;
  return { cardholderId, familyId, role: "cardholder", schoolId: null, actor } as CardholderScope;
}

/** For lib/embed alone: the session has been found by its token, which is what opens it. */
export function mintEmbedScope(session: {
  sessionId: string;
  bankId: string;
  accountId: string;
  cardholderId: string;
}): EmbedScope {
  const { sessionId, bankId, accountId, cardholderId } = session;
  return { sessionId, bankId, accountId, cardholderId } as EmbedScope;
}

/** For durable functions, the operator command and seeds. `actor` goes into the audit log. */
export function systemScope(actor: string): SystemScope {
  return { actor } as SystemScope;
}
