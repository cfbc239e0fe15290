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
