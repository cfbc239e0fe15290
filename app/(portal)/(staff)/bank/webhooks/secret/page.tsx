import { SecretPage } from "../../../secret-page.tsx";
import { type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { newSecret } from "../new-secret.ts";

export const metadata = { title: "Your webhook secret" };

/** An endpoint's new secret, once. */
async function NewSecretPage(page: StaffPageProps<"bank">) {
  const { scope, base, query } = page;
  const { endpointId, secret, isRotated } = (await newSecret.read(scope, query.note)) ?? {};
  return (
    <SecretPage
      page={page}
      title="Your webhook secret"
      secret={secret ?? null}
      about="This secret signs every event that we send to the endpoint."
      use={
        isRotated
          ? "The previous secret also signs them for 24 hours. Until then, accept either."
          : "Verify the signature before you act on an event. Then send a test from the endpoint’s page."
      }
      lost="We showed this secret once. If you didn’t save it, roll it: you get another one."
      path={`${base}/webhooks${endpointId ? `/${endpointId}` : ""}`}
      back="Back to the webhooks"
    />
  );
}

export default staffPage("bank", "webhooks.read", "/webhooks/secret", NewSecretPage, null);
