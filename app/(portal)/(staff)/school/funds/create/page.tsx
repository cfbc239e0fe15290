import { FormStatus } from "#app/form-page.tsx";
import { type Query, titleOf } from "#app/forms/form-state.ts";
import { Button, StandaloneLink } from "#components/ui/button.tsx";
import { usesBatches } from "#lib/ticketing/config.ts";
import { StaffForm, StaffFrame, staffPage } from "../../../staff-page.tsx";
import { FundFields } from "../fund-fields.tsx";

export const generateMetadata = ({ searchParams }: Query) => titleOf("Create a fund", searchParams);

export default staffPage(
  "school",
  "funds.change",
  "/funds/create",
  async ({ scope, base, state }) => {
    const path = `${base}/funds`;
    const hasPlatform = !(await usesBatches(scope.schoolId));
    return (
      <StaffFrame
        current={path}
        title="Create a fund"
        intro="It’s added after your other funds. You can retire it later, but not delete it."
      >
        <p>
          <StandaloneLink href={path}>Back to the funds</StandaloneLink>
        </p>
        <FormStatus state={state} title="The fund wasn’t created" />
        <StaffForm
          scope={scope}
          action={`${path}/create/submit`}
          className="mt-3 grid max-w-form gap-3"
        >
          <FundFields fund={null} state={state} hasPlatform={hasPlatform} />
          <Button className="justify-self-start">Create fund</Button>
        </StaffForm>
      </StaffFrame>
    );
  },
);
