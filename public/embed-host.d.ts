/** What the embedded donation flow tells a bank's page, and the helper that opens it there. */

type Message<Type extends string, Beside = unknown> = {
  source: "points-embed";
  version: 1;
  type: Type;
  session_id: string;
} & Beside;

/** A page of the flow is shown and can be used. */
export type ReadyMessage = Message<"ready">;
/** The content's height has changed. In CSS pixels. */
export type HeightMessage = Message<"height", { height: number }>;
/** The donation was accepted, now or before. It may be told more than once. */
export type SubmittedMessage = Message<"submitted", { donation_id: string; status: "accepted" }>;
/** The customer goes back without having given. */
export type CancelledMessage = Message<"cancelled">;
/** The token has expired, or the account's link has ended. */
export type ExpiredMessage = Message<"expired">;
/** The flow cannot go on. */
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
  /** Every message of version 1, after the handler of its own. */
  onMessage?: (message: EmbedMessage) => void;
  onSubmitted?: (message: SubmittedMessage) => void;
  onCancelled?: (message: CancelledMessage) => void;
  onExpired?: (message: ExpiredMessage) => void;
  onError?: (message: ErrorMessage) => void;
}

export interface DonationOptions extends Handlers {
  /** `embed_url`, as your server was given it. */
  url: string;
  /** The element that the frame is put into, at its end. */
  container: Element;
  /** What screen readers call the frame. "Donate points" unless given. */
  title?: string;
}

export interface DonationFlow {
  /** Takes the frame away and listens no more. Can be called again. */
  close(): void;
}

/**
 * Shows the flow in a frame, as high as its content, and moves the focus there; `close` moves it back.
 * @throws TypeError that says what is wrong with the options; nothing was shown
 */
export function openDonation(options: DonationOptions): DonationFlow;
