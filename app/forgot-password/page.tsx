import type { Metadata } from "next";
import { FormPage, FormStatus } from "#app/form-page.tsx";
import { type Query, readFormState, readQuery, titled } from "#app/forms/form-state.ts";
import { pathWithQuery } from "#app/paths.ts";
import { TextLink } from "#components/ui/button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { LINK_MINUTES } from "#lib/cardholders/password/links.ts";
import { env } from "#lib/env.ts";
import { AskForLink } from "./ask-for-link.tsx";

export const policy = { react: false };

export async function generateMetadata({ searchParams }: Query): Promise<Metadata> {
  const query = await readQuery(searchParams);
  if (query.done === "sent") return { title: "Check your email" };
  return titled("Set a password")({ searchParams });
}

/** Shown after requesting a link: the same for every address, known or not. */
function LinkSent({ next }: { next: string | undefined }) {
  return (
    <>
      <Notice urgent>
        If we know that address, an email with a link is on its way. The link expires in{" "}
        {LINK_MINUTES} minutes.
      </Notice>
      <div className="mt-1">
        <h2 className="font-strong text-lead">If it doesn’t arrive</h2>
        <ul className="mt-1 grid list-disc gap-1 pl-2.5">
          <li>Wait a minute or two, and check your spam folder.</li>
          <li>
            Check the address for typos. It has to be the one your bank has on file, or that was
            invited to a team.{" "}
            <TextLink href={pathWithQuery("/forgot-password", { next })}>
              Request another link
            </TextLink>
            . Any link from the last {LINK_MINUTES} minutes works until you use one.
          </li>
          <li>Not linked yet? Ask your bank to link your rewards account first.</li>
          <li>Invited to a team? Accept the invitation in your email first.</li>
        </ul>
      </div>
      {env().environment === "sandbox" && (
        <p className="text-quiet text-small">
          Trying the sandbox?{" "}
          <TextLink href="/sandbox/emails">Read the emails it has sent</TextLink>.
        </p>
      )}
    </>
  );
}

export default async function ForgotPassword({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const state = await readFormState(query);
  if (query.done === "sent") {
    return (
      <FormPage title="Check your email">
        {query.joined === "1" && (
          <Notice tone="completed" title="You’ve joined the team">
            Set a new password with the link in our email. Then you set up two-step sign-in, which
            every member of a team needs.
          </Notice>
        )}
        <LinkSent next={query.next} />
      </FormPage>
    );
  }
  return (
    <FormPage
      title="Set a password"
      intro="New here because your bank linked your account, or because you joined a team? Forgot your password? Either way, we’ll email you a link to set one."
    >
      <FormStatus state={state} />
      <AskForLink state={state} next={query.next} />
    </FormPage>
  );
}
