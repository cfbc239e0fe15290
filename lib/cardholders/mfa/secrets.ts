import { sealedIn } from "../../auth/sealed.ts";

/** What cardholders' authenticator apps share with us. */
export const totpSecrets = sealedIn({
  table: "totp",
  id: "cardholder_id",
  ring: "identitySecretsKeys",
  columns: [["key_id", "sealed_secret"]],
});
