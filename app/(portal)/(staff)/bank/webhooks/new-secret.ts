import { secretNote } from "../../../secret-note.ts";

/** An endpoint's new secret, for the page that shows it once. */
export const newSecret = secretNote<{ endpointId: string; secret: string; isRotated: boolean }>(
  "webhook-secret",
  "/bank/webhooks/secret",
);
