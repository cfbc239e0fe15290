/** Webhook signing secrets: one per endpoint, two during a rotation. */
import { randomBytes } from "node:crypto";
import { encryptedIn, ROTATED } from "../../auth/encrypted-columns.ts";

export const endpointSecrets = encryptedIn({
  table: "webhook_endpoint",
  id: "id",
  ring: "webhookSecretsKeys",
  columns: ROTATED,
});

/** A new symmetric secret in the Standard Webhooks format. */
export const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
