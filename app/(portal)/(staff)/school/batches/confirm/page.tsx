import { titled } from "#app/forms/form-state.ts";
import { Code } from "#components/ui/code.tsx";
import { encryptToken } from "#lib/auth/tokens/encrypted-tokens.ts";
import { StaffForm } from "../../../staff-form.tsx";
import { StaffFrame, StaffSection, staffPage } from "../../../staff-page.tsx";
import { forms } from "../forms.ts";

export const generateMetadata = titled("Confirm from a file");

/** Twice as long as an idle session lasts. */
const SECONDS = 60 * 60;

const CODE = "font-mono text-small";

const EXAMPLE = `gift_number,confirmation_number,refusal_reason
G-Q43KRF0HBRQBN,OSU-26-118204,
G-7K3M9QX2V5TDH,,We don’t have this fund`;

/** Uploads a file of decisions about gifts, which are then shown before anything is decided. */
export default staffPage("school", "gifts.confirm", "/batches/confirm", async (page) => {
  const { scope, base } = page;
  // Nobody else can send large bodies: `policies` in ../forms.ts.
  const token = await encryptToken("upload", { familyId: scope.familyId }, SECONDS);
  return (
    <StaffFrame
      page={page}
      title="Confirm from a file"
      intro="You see what it would do, before anything is decided."
      failed="Nothing was uploaded"
      back={{ href: `${base}/batches`, text: "All batches" }}
    >
      <StaffForm
        page={page}
        action={`check/${token}`}
        encType="multipart/form-data"
        className="mt-2 grid max-w-form gap-3"
        form={forms["confirm/check/[token]"]}
        send="Check"
      />
      <StaffSection id="format" title="What the file needs">
        <div className="grid max-w-reading gap-1">
          <p>
            A header line with <code className={CODE}>gift_number</code> or{" "}
            <code className={CODE}>donation_id</code>, and{" "}
            <code className={CODE}>confirmation_number</code> or{" "}
            <code className={CODE}>refusal_reason</code>. Commas, semicolons, or tabs between
            columns. Lines without a decision are ignored, so you can fill in the file that you
            downloaded.
          </p>
          <Code label="An example">{EXAMPLE}</Code>
          <p>
            Declining a gift returns the points to the donor’s bank. The bank and the donor see your
            reason.
          </p>
        </div>
      </StaffSection>
    </StaffFrame>
  );
});
