import { SecretPage } from "../../../secret-page.tsx";
import { type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { createdKey } from "../created-key.ts";

/** A new key, once. */
async function CreatedKeyPage(page: StaffPageProps<"school">) {
  const { scope, base, query } = page;
  const key = await createdKey.read(scope, query.note);
  return (
    <SecretPage
      page={page}
      title="Your new service key"
      secret={key?.secret ?? null}
      about={
        <>
          This is the key of <bdi className="font-strong">{key?.name}</bdi>.
        </>
      }
      use={
        <>
          The program sends it with each request, as{" "}
          <code className="font-mono text-small">Authorization: Bearer svk_…</code>
        </>
      }
      lost="We showed this key once, when it was created. If you didn’t save it, revoke it and create another."
      path={`${base}/service-keys`}
      back="Back to the keys"
    />
  );
}

export default staffPage(
  "school",
  "service-keys.read",
  "/service-keys/created",
  CreatedKeyPage,
  null,
);
