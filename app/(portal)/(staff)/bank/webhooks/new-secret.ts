import { secretNote } from "../../../secret-note.ts";

/** The new secret of an endpoint, or of the approval address, for the page that shows it once. */
export const newSecret = secretNote<{ path: string; secret: string }>(
  "webhook-secret",
  "/bank/webhooks/secret",
);
