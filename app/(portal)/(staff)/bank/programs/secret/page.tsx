import { SecretPage } from "../../../secret-page.tsx";
import { type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { approvalSecret } from "../approval-secret.ts";

export const metadata = { title: "Your approval secret" };

/** The approval address's new secret, once. */
async function ApprovalSecretPage(page: StaffPageProps<"bank">) {
  const { scope, base, query } = page;
  const note = await approvalSecret.read(scope, query.note);
  return (
    <SecretPage
      page={page}
      title="Your approval secret"
      secret={note?.secret ?? null}
      about="This secret signs every request for your approval."
      use="If you had one before, it also signs them for 24 hours."
      lost="We showed this secret once. If you didn’t save it, roll it: you get another one."
      path={`${base}/programs`}
      back="Back to programs and limits"
    />
  );
}

export default staffPage("bank", "programs.change", "/programs/secret", ApprovalSecretPage, null);
