import { AskForLink } from "../forgot-password/ask-for-link.tsx";
import { pathWithQuery } from "../path-with-query.ts";

/** Shown for any other link, with a form to request a new one. */
export function LinkExpired({
  next,
  wasRefused,
}: {
  next: string | undefined;
  /** Whether too many passwords were refused with it. */
  wasRefused: boolean;
}) {
  return (
    <>
      <h1 className="display text-balance text-d40 wide:text-d64">
        {wasRefused ? "This link no longer works" : "This link has expired or was already used"}
      </h1>
      <p className="mt-1 text-lead">
        {wasRefused && "Five passwords were refused because they’re easy to guess. "}We can email
        you a new one.
      </p>
      <p className="mt-1 text-quiet">
        Just set your password with it?{" "}
        <a href={pathWithQuery("/signin", next ? { next } : {})} className="link">
          Sign in
        </a>
      </p>
      <div className="mt-3">
        <AskForLink next={next} />
      </div>
    </>
  );
}
