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
type FlashMessage = [section: SectionId, title: string, text?: string];

const FLASH_MESSAGES = {
  profile: ["profile", "Saved"],
  school: ["profile", "Saved", "You can now choose one of the school’s funds."],
  accepted: [
    "accounts",
    "Accepted",
    "You can now give these points. Gifts made before count as yours.",
  ],
  "accepted-before": ["accounts", "That account was decided on already"],
  disconnected: [
    "accounts",
    "Disconnected",
    "Your bank has been told, and can’t connect it again without your approval. Your gifts and receipts stay.",
  ],
  "disconnected-before": ["accounts", "That account was disconnected already"],
  password: [
    "password",
    "Your password was changed",
    "You’re still signed in here. You’ve been signed out everywhere else.",
  ],
  "app-added": [
    "two-step",
    "Your authenticator app was added",
    "When you sign in with your password, we now ask for a second step, too.",
  ],
  "app-removed": ["two-step", "Your authenticator app was removed"],
  "passkey-added": [
    "two-step",
    "Your passkey was added",
    "You can now sign in with it alone, or as the second step after your password.",
  ],
  "passkey-removed": [
    "two-step",
    "That passkey was removed",
    "You can also delete it on the device or in the password manager that has it.",
  ],
  "passkey-gone": ["two-step", "That passkey was removed already"],
  codes: ["two-step", "Your new recovery codes are active. The old ones no longer work"],
  "two-step-off": [
    "two-step",
    "Two-step sign-in is off",
    "To sign in, you now need only your password.",
  ],
  notifications: ["notifications", "Saved"],
  session: ["sessions", "That session was signed out"],
  "session-gone": ["sessions", "That session had already ended"],
  sessions: ["sessions", "You’ve been signed out everywhere else"],
} as const satisfies Record<string, FlashMessage>;

/** The settings' path that shows this message. */
export const settingsPathWithFlash = (message: keyof typeof FLASH_MESSAGES) =>
  `${SETTINGS}?done=${message}`;

/** The message named in the URL; null for an unknown name. */
export function readFlash(message = "") {
  if (!Object.hasOwn(FLASH_MESSAGES, message)) return null;
  const [section, title, text]: FlashMessage =
    FLASH_MESSAGES[message as keyof typeof FLASH_MESSAGES];
  return { section, title, text };
}
