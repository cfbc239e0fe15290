/** The sections of the settings, in their order. A section's id is also the name of its form. */
export const SECTIONS = {
  profile: "Profile",
  accounts: "Rewards accounts",
  password: "Password",
  "two-step": "Two-step sign-in",
  notifications: "Notifications",
  sessions: "Where you are signed in",
} as const;

export type SectionId = keyof typeof SECTIONS;
