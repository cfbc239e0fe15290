import { Notice } from "#components/ui/notice.tsx";
import { LINK_MINUTES } from "#lib/cardholders/password/links.ts";
import { env } from "#lib/env.ts";
import { pathWithQuery } from "../path-with-query.ts";

/** Shown after requesting a link: the same for every address, known or not. */
export function LinkSent({ next }: { next?: string | undefined }) {
  return (
    <>
      <h1 className="display text-balance text-d40 wide:text-d64">Check your email</h1>
      <div className="mt-3">
        <Notice urgent>
          If we know that address, an email with a link is on its way. The link expires in{" "}
          {LINK_MINUTES} minutes.
        </Notice>
      </div>
      <h2 className="mt-4 font-strong text-lead">If it doesn’t arrive</h2>
      <ul className="mt-1 grid list-disc gap-1 pl-2.5">
        <li>Wait a minute or two, and check your spam folder.</li>
        <li>
          Check the address for typos. It has to be the one your bank has on file.{" "}
          <a href={pathWithQuery("/forgot-password", next ? { next } : {})} className="link">
            Request another link
          </a>
          . Any link from the last {LINK_MINUTES} minutes works until you use one.
        </li>
        <li>Not linked yet? Ask your bank to link your rewards account first.</li>
      </ul>
      {env().environment === "sandbox" && (
        <p className="mt-3 text-quiet text-small">
          Trying the sandbox?{" "}
          <a href="/sandbox/mails" className="link">
            Read the emails it has sent
          </a>
          .
        </p>
      )}
    </>
  );
}
