/** Messages shared by both sign-in steps. */
export const TITLE = "You’re not signed in yet";

export const TOO_MANY = "Too many attempts. Wait 15 minutes and try again.";

export const UNAVAILABLE =
  "Something went wrong on our side, so we couldn’t sign you in. Try again in a moment.";
