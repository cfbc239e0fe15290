/** Flash messages: shown once at a settings section after saving, named by the `done` query parameter. */
import type { SectionId } from "./sections.ts";

export type FlashMessage = { section: SectionId; title: string; text?: string };

export const SETTINGS = "/settings";

const FLASH_MESSAGES = {
  profile: { section: "profile", title: "Saved" },
  school: {
    section: "profile",
    title: "Saved",
    text: "You can now choose one of the school’s funds.",
  },
  disconnected: {
    section: "accounts",
    title: "Disconnected",
    text: "Your bank has been told. Your gifts and receipts stay.",
  },
  "disconnected-before": { section: "accounts", title: "That account was disconnected already" },
  password: {
    section: "password",
    title: "Your password is changed",
    text: "You stay signed in here. You have been signed out everywhere else.",
  },
  "two-step": {
    section: "two-step",
    title: "Two-step sign-in is on",
    text: "Signing in now takes your password and a code from your app.",
  },
  codes: { section: "two-step", title: "Your new recovery codes are good, the old ones are not" },
  "two-step-off": {
    section: "two-step",
    title: "Two-step sign-in is off",
    text: "Signing in now takes your password alone.",
  },
  notifications: { section: "notifications", title: "Saved" },
  session: { section: "sessions", title: "That session is signed out" },
  "session-gone": { section: "sessions", title: "That session had ended already" },
  sessions: { section: "sessions", title: "You are signed out everywhere else" },
} as const satisfies Record<string, FlashMessage>;

/** The settings page with this message. */
export const settingsPathWithFlash = (what: keyof typeof FLASH_MESSAGES) =>
  `${SETTINGS}?done=${what}`;

/** The message named by the URL, if it is one of ours. */
export function readFlash(what: string | undefined): FlashMessage | null {
  return what !== undefined && Object.hasOwn(FLASH_MESSAGES, what)
    ? FLASH_MESSAGES[what as keyof typeof FLASH_MESSAGES]
    : null;
}
