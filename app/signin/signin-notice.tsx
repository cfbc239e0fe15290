import { Notice } from "#components/ui/notice.tsx";

/** Why the visitor was sent to the sign-in, if they were. */
export function SignInNotice({ query }: { query: Record<string, string> }) {
  if (query.set === "1") {
    return (
      <Notice tone="completed" title="Your password is set" urgent>
        Sign in with your new password. You’ve been signed out everywhere else.
      </Notice>
    );
  }
  if (query.late === "1") {
    return (
      <Notice title="Please start again" urgent>
        For your security, the code has to be entered within ten minutes of the password.
      </Notice>
    );
  }
  if (query.ended === "1") {
    return (
      <Notice urgent>You’ve been signed out. Sign in again to continue where you left off.</Notice>
    );
  }
  return query.left === "1" ? <Notice>You’ve signed out.</Notice> : null;
}
