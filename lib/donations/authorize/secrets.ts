import { ROTATED, sealedIn } from "../../auth/sealed.ts";

/** What signs the questions to banks: one secret per bank, two during a rotation. */
export const authorizationSecrets = sealedIn({
  table: "authorization_address",
  id: "bank_id",
  ring: "webhookSecretsKeys",
  columns: ROTATED,
});
