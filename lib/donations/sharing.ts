/** What a school learns about the donor: the donor decides, with each gift. */

export const SHARING = ["name", "address", "nothing"] as const;

/** Name and email; those and the postal address; or nothing. */
export type Sharing = (typeof SHARING)[number];

/** A bank's own gifts carry the name and email that it has given us. */
export const sharingOf = (chosen: string | null): Sharing => (chosen ?? "name") as Sharing;

/** What is shared, on forms, receipts, and in emails. */
export const SHARED: Record<Sharing, string> = {
  name: "Name and email",
  address: "Name, email, and postal address",
  nothing: "Nothing: an anonymous gift",
};

/** What a person can choose from, and what they chose last. */
export type SharingTerms = {
  /** Null if they haven't chosen, or if it isn't known that they're the giver. */
  chosen: Sharing | null;
  hasAddress: boolean;
  /** Whether their choice is remembered. */
  isRemembered: boolean;
};

/** The choice for a gift unless the person makes another. */
export const defaultSharing = ({ chosen, hasAddress }: SharingTerms): Sharing =>
  chosen === null || (chosen === "address" && !hasAddress) ? "name" : chosen;
