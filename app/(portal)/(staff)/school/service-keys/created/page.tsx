import { ButtonLink } from "#components/ui/button.tsx";
import { Command } from "#components/ui/code.tsx";
import { StaffFrame, type StaffPageProps, staffPage } from "../../../staff-page.tsx";
import { createdKey } from "../created-key.ts";

export const metadata = { title: "Your new service key" };

/** A new key, once. */
async function CreatedKeyPage(page: StaffPageProps<"school">) {
  const { scope, base, query } = page;
  const path = `${base}/service-keys`;
  const key = await createdKey.read(scope, query.note);
  return (
    <StaffFrame page={page} title="Your new service key">
      <div className="mt-3 grid max-w-reading gap-3">
        {key ? (
          <>
            <p>
              This is the key of <bdi className="font-strong">{key.name}</bdi>. Copy it to where the
              program keeps its secrets. We can’t show it again.
            </p>
            <Command>{key.secret}</Command>
            <p>
              The program sends it with each request, as{" "}
              <code className="font-mono text-small">Authorization: Bearer svk_…</code>
            </p>
          </>
        ) : (
          <p>
            We showed this key once, when it was created. If you didn’t save it, revoke it and
            create another.
          </p>
        )}
        <ButtonLink href={path} className="justify-self-start">
          {key ? "I’ve saved this key" : "Back to the keys"}
        </ButtonLink>
      </div>
    </StaffFrame>
  );
}

export default staffPage(
  "school",
  "service-keys.read",
  "/service-keys/created",
  CreatedKeyPage,
  null,
);
