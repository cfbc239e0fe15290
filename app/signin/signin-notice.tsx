import { Notice } from "#components/ui/notice.tsx";

/** Why the visitor was sent to the sign-in, if they were. */
export function SignInNotice({ query }: { query: Record<string, string> }) {
  if (query.set === "1") {
    return (
      <Notice tone="completed" title="Your password is set" urgent>
        Sign in with your new password. All earlier sessions have ended.
      </Notice>
    );
  }
  if (query.late === "1") {
    return (
      <Notice title="Your sign-in timed out" urgent>
        Sign in again, then enter the code within 10 minutes.
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
