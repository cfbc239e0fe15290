import { Notice } from "#components/ui/notice.tsx";
import { LINK_MINUTES } from "#lib/cardholders/password/links.ts";
import { env } from "#lib/env.ts";
import { pathWithQuery } from "../path-with-query.ts";

/** Shown after requesting a link: the same for every address, known or not. */
export function LinkSent({ next }: { next?: string | undefined }) {
  return (
    <>
      <h1 className="display text-balance text-d40 wide:text-d64">Check your mail</h1>
      <div className="mt-3">
        <Notice urgent>
          If we know that address, a mail with a link is on its way. It is good for {LINK_MINUTES}{" "}
          minutes.
        </Notice>
      </div>
      <h2 className="mt-4 font-strong text-lead">If nothing comes</h2>
      <ul className="mt-1 grid list-disc gap-1 pl-2.5">
        <li>Wait a minute or two, and look in junk and spam.</li>
        <li>
          Check the address: we know the one that your bank has for you. Did you mistype it?{" "}
          <a href={pathWithQuery("/forgot-password", next ? { next } : {})} className="link">
            Ask for another link
          </a>
          . Any link from the last half hour works, until you use one.
        </li>
        <li>Not linked yet? Ask your bank to link your rewards account first.</li>
      </ul>
      {env().environment === "sandbox" && (
        <p className="mt-3 text-quiet text-small">
          Trying the sandbox?{" "}
          <a href="/sandbox/mails" className="link">
            Read the mails that it has sent
          </a>
          .
        </p>
      )}
    </>
  );
}
