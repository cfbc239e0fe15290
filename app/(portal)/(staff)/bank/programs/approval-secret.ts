import { secretNote } from "../../../secret-note.ts";

/** The approval address's new secret, for the page that shows it once. */
export const approvalSecret = secretNote<{ secret: string }>(
  "webhook-secret",
  "/bank/programs/secret",
);
