/** Webhook signing secrets: one per endpoint, two during a rotation. */
import { randomBytes } from "node:crypto";
import { ROTATED, sealedIn } from "../../auth/sealed.ts";

export const endpointSecrets = sealedIn({
  table: "webhook_endpoint",
  id: "id",
  ring: "webhookSecretsKeys",
  columns: ROTATED,
});

/** A new symmetric secret in the Standard Webhooks format. */
export const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
