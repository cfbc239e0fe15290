import { Notice } from "#components/ui/notice.tsx";

/** Why the visitor was sent to the sign-in, if they were. */
export function SignInNotice({ query }: { query: Record<string, string> }) {
  if (query.set === "1") {
    return (
      <Notice tone="completed" title="Your password is set" urgent>
        Sign in with it now. Wherever you were signed in before, you are signed out.
      </Notice>
    );
  }
  if (query.late === "1") {
    return (
      <Notice title="Please start again" urgent>
        The code has to follow the password within ten minutes, so that nobody else can finish your
        sign-in. Nothing is lost.
      </Notice>
    );
  }
  if (query.ended === "1") {
    return <Notice urgent>You have been signed out. Sign in again to go on where you were.</Notice>;
  }
  return query.left === "1" ? <Notice>You’ve signed out.</Notice> : null;
}
