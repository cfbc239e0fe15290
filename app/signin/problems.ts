/** What can go wrong with a sign-in, and what to tell the person, where. */
type Telling = { summary: string; email?: string; password?: string };

const EMAIL = "Enter your e-mail address.";
const PASSWORD = "Enter your password.";

export const PROBLEMS = {
  email: { summary: EMAIL, email: EMAIL },
  password: { summary: PASSWORD, password: PASSWORD },
  both: { summary: "Enter your e-mail address and password.", email: EMAIL, password: PASSWORD },
  // One answer for an unknown address and a wrong password: it must not tell which.
  mismatch: {
    summary:
      "That e-mail address and password do not go together. Check both, capitals included, and try again.",
  },
  limited: {
    summary: "There were too many attempts from here. Wait a quarter of an hour and try again.",
  },
  code: {
    summary: "Your account asks for a code of your authenticator app. Enter one that is new.",
  },
  unavailable: {
    summary:
      "We cannot sign anybody in at the moment. Your details may be right: try again shortly.",
  },
} as const satisfies Record<string, Telling>;

export type Problem = keyof typeof PROBLEMS;

/** The problem that an address names, if it is one of ours. */
export function problemIn(query: unknown): Telling | null {
  return typeof query === "string" && Object.hasOwn(PROBLEMS, query)
    ? PROBLEMS[query as Problem]
    : null;
}
