import { SecretPage } from "../../../secret-page.tsx";
import { type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { createdKey } from "../created-key.ts";

/** A new key, once. */
async function CreatedKeyPage(page: StaffPageProps<"bank">) {
  const { scope, base, query } = page;
  const key = await createdKey.read(scope, query.note);
  return (
    <SecretPage
      page={page}
      title="Your new API key"
      secret={key?.apiKey ?? null}
      about={
        <>
          This is the key <bdi className="font-strong">{key?.name}</bdi>.
        </>
      }
      use={
        <>
          {key?.isWaiting && "It works once another admin of your team has released it. "}
          Your servers send it with each request, in the header{" "}
          <code className="font-mono text-small">X-Service-API-Key</code>. Never put it in an app, a
          browser, or a repository.
        </>
      }
      lost="We showed this key once, when it was created. If you didn’t save it, revoke it and create another."
      path={`${base}/keys`}
      back="Back to the keys"
    />
  );
}

export default staffPage("bank", "keys.read", "/keys/created", CreatedKeyPage, null);
