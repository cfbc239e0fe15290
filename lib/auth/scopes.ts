/**
 * Scopes say on whose behalf something is done. They are branded, so that only this folder makes
 * them; every domain function takes one first, and every query filters by it.
 */
declare const minted: unique symbol;

/** A bank, by one of its API keys. */
export type BankScope = { readonly bankId: string; readonly keyId: string } & {
  readonly [minted]: "bank";
};

/** A cardholder, by a session. */
export type CardholderScope = { readonly cardholderId: string; readonly familyId: string } & {
  readonly [minted]: "cardholder";
};

/** The product itself or its operator: durable functions, the operator command, the seed. */
export type SystemScope = { readonly actor: string } & { readonly [minted]: "system" };

/** For lib/auth alone: the key gate has checked the key. */
export function mintBankScope(bankId: string, keyId: string): BankScope {
  return { bankId, keyId } as BankScope;
}

/** For lib/auth alone: the session gate has checked the session. */
export function mintCardholderScope(cardholderId: string, familyId: string): CardholderScope {
  return { cardholderId, familyId } as CardholderScope;
}

/** For durable functions, the operator command and seeds. `actor` goes into the audit log. */
export function systemScope(actor: string): SystemScope {
  return { actor } as SystemScope;
}
