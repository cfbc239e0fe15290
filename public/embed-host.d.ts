/** The messages that the embedded donation flow sends to a bank's page, and the helper that opens it there. */

type Message<Type extends string, ExtraFields = unknown> = {
  source: "points-embed";
  version: 1;
  type: Type;
  session_id: string;
} & ExtraFields;

/** A page of the flow is displayed and ready to use. */
export type ReadyMessage = Message<"ready">;
/** The content's height, in CSS pixels, has changed. */
export type HeightMessage = Message<"height", { height: number }>;
/** The donation was accepted, just now or earlier. May be sent more than once. */
export type SubmittedMessage = Message<"submitted", { donation_id: string; status: "accepted" }>;
/** The customer leaves without giving. */
export type CancelledMessage = Message<"cancelled">;
/** The token has expired, or the account has been unlinked. */
export type ExpiredMessage = Message<"expired">;
/** The flow can't continue. */
export type ErrorMessage = Message<
  "error",
  { code: "EMBED_TOKEN_INVALID" | "BANK_SUSPENDED" | "SERVICE_UNAVAILABLE" | "INTERNAL_ERROR" }
>;

export type EmbedMessage =
  | ReadyMessage
  | HeightMessage
  | SubmittedMessage
  | CancelledMessage
  | ExpiredMessage
  | ErrorMessage;

export interface Handlers {
  /** Called for every version 1 message, after its own handler. */
  onMessage?: (message: EmbedMessage) => void;
  onSubmitted?: (message: SubmittedMessage) => void;
  onCancelled?: (message: CancelledMessage) => void;
  onExpired?: (message: ExpiredMessage) => void;
  onError?: (message: ErrorMessage) => void;
}

export interface DonationOptions extends Handlers {
  /** The `embed_url` that your server received. */
  url: string;
  /** The element to append the frame to. */
  container: Element;
  /** The frame's name for screen readers. Default: "Donate points". */
  title?: string;
}

export interface DonationFlow {
  /** Removes the frame and stops listening. Safe to call more than once. */
  close(): void;
}

/**
 * Opens the flow in a frame that grows with its content, and moves the focus there; `close` moves it back.
 * @throws TypeError that names the invalid option; the flow isn't opened
 */
export function openDonation(options: DonationOptions): DonationFlow;
