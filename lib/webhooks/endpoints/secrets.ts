/** Webhook signing secrets: one per endpoint, two during a rotation. */
import { randomBytes } from "node:crypto";
import { encryptedColumns, ROTATED_SECRET_COLUMNS } from "../../auth/encrypted-columns.ts";

export const endpointSecrets = encryptedColumns({
  table: "webhook_endpoint",
  id: "id",
  ring: "webhookSecretsKeys",
  columns: ROTATED_SECRET_COLUMNS,
});

/** A new symmetric secret in the Standard Webhooks format. */
export const makeSecret = () => `whsec_${randomBytes(32).toString("base64")}`;
