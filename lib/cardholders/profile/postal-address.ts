/** A cardholder's postal address, which is stored encrypted and leaves only where they share it with a school. */
import { encryptedColumns } from "../../auth/encrypted-columns.ts";

export const postalAddresses = encryptedColumns({
  table: "cardholder",
  id: "id",
  ring: "identitySecretsKeys",
  columns: ["encrypted_postal_address"],
});

/** Null stays null, and undefined undefined. */
export const encryptAddress = (cardholderId: string, address: string | null | undefined) =>
  address == null ? address : postalAddresses.encrypt(cardholderId, address);

/** Null stays null. */
export const decryptAddress = (cardholderId: string, value: Uint8Array | null): string | null =>
  value && postalAddresses.decrypt(cardholderId, value);
