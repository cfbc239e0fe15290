import { redirect } from "next/navigation";
import { FormPage } from "#app/form-page.tsx";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { pathWithQuery, returnPath } from "#app/paths.ts";
import { currentSession } from "#app/session.ts";
import { Button } from "#components/ui/button.tsx";
import { Form } from "#components/ui/form.tsx";

export const policy = { react: false };

const TITLE = "You’re signed in as someone else";

const WORDS = {
  invited: ["To accept this invitation, confirm it’s you with your second step.", "was invited"],
  set: ["The password is set.", "got the link"],
} as const;

export const metadata = { title: TITLE };

/** For someone who was invited to a team or set a password, in a browser where someone else is signed in. */
export default async function SignedInAsOther({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const next = returnPath(query.next);
  const why = query.invited === "1" ? "invited" : "set";
  const [lead, who] = WORDS[why];
  if (!(await currentSession())) redirect(pathWithQuery("/signin", { [why]: "1", next }));
  return (
    <FormPage
      title={TITLE}
      lead={lead}
      intro={`But this browser is signed in with a different email address. Sign out, then sign in with the one that ${who}.`}
    >
      <Form method="post" action="/signout">
        <input type="hidden" name="next" value={next} />
        <Button>Sign out</Button>
      </Form>
    </FormPage>
  );
}
