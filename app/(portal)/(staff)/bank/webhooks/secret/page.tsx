import { SecretPage } from "../../../secret-page.tsx";
import { type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { newSecret } from "../new-secret.ts";

/** A new secret, once. */
async function NewSecretPage(page: StaffPageProps<"bank">) {
  const { scope, base, query } = page;
  const { path = `${base}/webhooks`, secret = null } =
    (await newSecret.read(scope, query.note)) ?? {};
  return (
    <SecretPage
      page={page}
      title="Your signing secret"
      secret={secret}
      about="This secret signs everything that we send to the address."
      use="Verify the signature before you act on it. If there was a secret before, it also signs for 24 hours: until then, accept either."
      lost="We showed this secret once. If you didn’t save it, roll it: you get another one."
      path={path}
      back="Back to the webhooks"
    />
  );
}

export default staffPage("bank", "webhooks.read", "/webhooks/secret", NewSecretPage, null);
