/** Messages shared by both sign-in steps. */
export const TITLE = "You are not signed in yet";

export const TOO_MANY =
  "There were too many attempts from here. Wait a quarter of an hour and try again.";

export const UNAVAILABLE =
  "We cannot sign anybody in at the moment. Your details may be right: try again shortly.";
