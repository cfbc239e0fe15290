/** Postal addresses, which are stored encrypted, and leave only where a cardholder shares theirs with a school. */
import { encryptedColumns } from "../../auth/encrypted-columns.ts";

export const postalAddresses = encryptedColumns({
  table: "cardholder",
  id: "id",
  ring: "identitySecretsKeys",
  columns: ["encrypted_postal_address"],
});

/** Gifts have copies of those that were shared with them, still bound to the cardholder. */
export const sharedAddresses = encryptedColumns({
  table: "donation",
  id: "cardholder_id",
  boundTo: "cardholder",
  ring: "identitySecretsKeys",
  columns: ["encrypted_donor_address"],
});

/** Null stays null, and undefined undefined. */
export const encryptAddress = (cardholderId: string, address: string | null | undefined) =>
  address == null ? address : postalAddresses.encrypt(cardholderId, address);

/** Null stays null. */
export const decryptAddress = (cardholderId: string, value: Uint8Array | null): string | null =>
  value && postalAddresses.decrypt(cardholderId, value);
