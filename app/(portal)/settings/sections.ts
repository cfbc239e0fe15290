/** The settings sections, in order. A section's id is also its form's name. */
export const SECTIONS = {
  profile: "Profile",
  accounts: "Rewards accounts",
  password: "Password",
  "two-step": "Two-step sign-in",
  notifications: "Notifications",
  sessions: "Where you’re signed in",
} as const;

export type SectionId = keyof typeof SECTIONS;

export const SETTINGS = "/settings";

/** Shown once in a section after saving, selected by the `done` query parameter. */
export type FlashMessage = { section: SectionId; title: string; text?: string };

const FLASH_MESSAGES = {
  profile: { section: "profile", title: "Saved" },
  school: {
    section: "profile",
    title: "Saved",
    text: "You can now choose one of the school’s funds.",
  },
  accepted: {
    section: "accounts",
    title: "Accepted",
    text: "You can now give these points. Gifts made before count as yours.",
  },
  "accepted-before": { section: "accounts", title: "That account was decided on already" },
  disconnected: {
    section: "accounts",
    title: "Disconnected",
    text: "Your bank has been told, and can’t connect it again without your approval. Your gifts and receipts stay.",
  },
  "disconnected-before": { section: "accounts", title: "That account was disconnected already" },
  password: {
    section: "password",
    title: "Your password was changed",
    text: "You’re still signed in here. You’ve been signed out everywhere else.",
  },
  "app-added": {
    section: "two-step",
    title: "Your authenticator app was added",
    text: "When you sign in with your password, we now ask for a second step, too.",
  },
  "app-removed": { section: "two-step", title: "Your authenticator app was removed" },
  "passkey-added": {
    section: "two-step",
    title: "Your passkey was added",
    text: "You can now sign in with it alone, or as the second step after your password.",
  },
  "passkey-removed": {
    section: "two-step",
    title: "That passkey was removed",
    text: "You can also delete it on the device or in the password manager that has it.",
  },
  "passkey-gone": { section: "two-step", title: "That passkey was removed already" },
  codes: {
    section: "two-step",
    title: "Your new recovery codes are active. The old ones no longer work",
  },
  "two-step-off": {
    section: "two-step",
    title: "Two-step sign-in is off",
    text: "To sign in, you now need only your password.",
  },
  notifications: { section: "notifications", title: "Saved" },
  session: { section: "sessions", title: "That session was signed out" },
  "session-gone": { section: "sessions", title: "That session had already ended" },
  sessions: { section: "sessions", title: "You’ve been signed out everywhere else" },
} as const satisfies Record<string, FlashMessage>;

/** The settings' path that shows this message. */
export const settingsPathWithFlash = (message: keyof typeof FLASH_MESSAGES) =>
  `${SETTINGS}?done=${message}`;

/** The message named in the URL; null for an unknown name. */
export function readFlash(message: string | undefined): FlashMessage | null {
  return message !== undefined && Object.hasOwn(FLASH_MESSAGES, message)
    ? FLASH_MESSAGES[message as keyof typeof FLASH_MESSAGES]
    : null;
}
