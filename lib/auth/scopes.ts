/**
 * Scopes say on whose behalf something is done. They are branded, so that only this folder can make them.
 * Domain functions take one first, and their queries filter by it.
 */
declare const minted: unique symbol;

/** A bank, authenticated by an API key or represented by an operator. */
export type BankScope = {
  readonly bankId: string;
  readonly keyId: string;
  /** The name in the audit log: `key:<keyId>`, or the operator. */
  readonly actor: string;
} & { readonly [minted]: "bank" };

/** A cardholder, authenticated by a session. */
export type CardholderScope = {
  readonly cardholderId: string;
  readonly familyId: string;
  readonly role: "cardholder";
  /** Null for cardholders. A role that belongs to a school would be restricted to it. */
  readonly schoolId: null;
  /** The name in the audit log. */
  readonly actor: string;
} & { readonly [minted]: "cardholder" };

/** The holder of an embedded session's token: one account, for one donation. */
export type EmbedScope = {
  readonly sessionId: string;
  readonly bankId: string;
  readonly accountId: string;
  readonly cardholderId: string;
} & { readonly [minted]: "embed" };

/** The product itself or its operator: durable functions, the operator command, the seed. */
export type SystemScope = { readonly actor: string } & { readonly [minted]: "system" };

/** For lib/auth only: the API key has been checked. */
export function mintBankScope(bankId: string, keyId: string): BankScope {
  return { bankId, keyId, actor: `key:${keyId}` } as BankScope;
}

/** For an operator who acts on behalf of a bank, through the same functions as the bank. */
export function actingFor(scope: SystemScope, bankId: string): BankScope {
  return { bankId, keyId: scope.actor, actor: scope.actor } as BankScope;
}

/** For lib/auth only: the session has been checked. */
export function mintCardholderScope(cardholderId: string, familyId: string): CardholderScope {
  const actor = `cardholder:${cardholderId}`;
  return { cardholderId, familyId, role: "cardholder", schoolId: null, actor } as CardholderScope;
}

/** For lib/embed only: the session was found by its token. */
export const mintEmbedScope = (session: Omit<EmbedScope, typeof minted>): EmbedScope =>
  session as EmbedScope;

/** For durable functions, the operator command and seeds. `actor` goes into the audit log. */
export function systemScope(actor: string): SystemScope {
  return { actor } as SystemScope;
}
