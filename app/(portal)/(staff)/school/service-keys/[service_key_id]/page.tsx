import { roleName } from "#app/context-labels.ts";
import { titled } from "#app/forms/form-state.ts";
import { MissingPage } from "#app/missing-page.tsx";
import { Facts } from "#components/portal/facts.tsx";
import { Button } from "#components/ui/button.tsx";
import { listServiceKeys } from "#lib/staff/service-keys.ts";
import { StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, type StaffPageProps, StaffSection, staffPage } from "../../../staff-page.tsx";
import { Ended, KeyHint, When } from "../key-words.tsx";

export const generateMetadata = titled("Service key");

/** One key, and revoking it: a page of its own asks for confirmation, with and without scripts. */
async function KeyPage(page: StaffPageProps<"school">) {
  const { inUse, ended } = await listServiceKeys(page.scope);
  const key = [...inUse, ...ended].find(
    ({ serviceKeyId }) => serviceKeyId === page.params.service_key_id,
  );
  if (!key) return <MissingPage />;
  return (
    <StaffFrame
      page={page}
      title="Service key"
      intro={
        <>
          <bdi className="font-strong text-ink [overflow-wrap:anywhere]">{key.name}</bdi>{" "}
          <KeyHint hint={key.hint} />
        </>
      }
      failed="The key wasn’t revoked"
      back={{ href: `${page.base}/service-keys`, text: "Back to the keys" }}
    >
      <div className="mt-2">
        <Facts
          facts={[
            { name: "Role", value: roleName(key.role) },
            { name: "Allowed networks", value: key.networks.join(", ") },
            { name: "Created", value: <When at={key.createdAt} /> },
            { name: "Last used", value: <When at={key.lastUsedAt} /> },
            key.isInUse
              ? { name: "Expires", value: <When at={key.expiresAt} /> }
              : { name: "Ended", value: <Ended {...key} /> },
          ]}
        />
      </div>
      {key.isInUse && (
        <StaffSection
          id="revoke"
          title="Revoke this key?"
          intro="It stops working immediately, and can’t be restored. Give the program a new key first."
        >
          <StaffForm page={page} action="revoke">
            <Button look="danger">Revoke key</Button>
          </StaffForm>
        </StaffSection>
      )}
    </StaffFrame>
  );
}

export default staffPage("school", "service-keys.read", "/service-keys/[service_key_id]", KeyPage);
