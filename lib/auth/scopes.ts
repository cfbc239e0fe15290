/**
 * A scope identifies who a call acts for. Scopes are branded, so no other code can forge one.
 * Domain functions take a scope as their first argument, and their queries filter by it.
 */
declare const minted: unique symbol;

/** A bank, authenticated by an API key or represented by an operator. */
export type BankScope = {
  readonly bankId: string;
  readonly keyId: string;
  /** The actor in the audit log: `key:<keyId>`, or the operator. */
  readonly actor: string;
} & { readonly [minted]: "bank" };

/** A cardholder, authenticated by a session. */
export type CardholderScope = {
  readonly cardholderId: string;
  readonly familyId: string;
  readonly role: "cardholder";
  /** Always null for cardholders. */
  readonly schoolId: null;
  /** The actor in the audit log. */
  readonly actor: string;
} & { readonly [minted]: "cardholder" };

/** The holder of an embedded session's token, limited to one account and one donation. */
export type EmbedScope = {
  readonly sessionId: string;
  readonly bankId: string;
  readonly accountId: string;
  readonly cardholderId: string;
} & { readonly [minted]: "embed" };

/** The service itself or its operator: durable functions, the admin command, the seed. */
export type SystemScope = { readonly actor: string } & { readonly [minted]: "system" };

/** For lib/auth only, after the API key has been verified. */
export function mintBankScope(bankId: string, keyId: string): BankScope {
  return { bankId, keyId, actor: `key:${keyId}` } as BankScope;
}

/** An operator acting on behalf of a bank, through the same functions that the bank calls. */
export function actingFor(scope: SystemScope, bankId: string): BankScope {
  return { bankId, keyId: scope.actor, actor: scope.actor } as BankScope;
}

/** For lib/auth only, after the session has been verified. */
export function mintCardholderScope(cardholderId: string, familyId: string): CardholderScope {
  const actor = `cardholder:${cardholderId}`;
  return { cardholderId, familyId, role: "cardholder", schoolId: null, actor } as CardholderScope;
}

/** For lib/embed only, after the session was found by its token. */
export const mintEmbedScope = (session: Omit<EmbedScope, typeof minted>): EmbedScope =>
  session as EmbedScope;

/** For durable functions, the admin command, and seeds. */
export function systemScope(actor: string): SystemScope {
  return { actor } as SystemScope;
}
