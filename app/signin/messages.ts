/** Messages shared by both sign-in steps. */
export const TITLE = "You’re not signed in yet";

export const TOO_MANY = "Too many attempts. Wait 15 minutes and try again.";

export const UNAVAILABLE =
  "We can’t sign anyone in right now. Your details may be right: try again shortly.";
