import { type Query, titleOf } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { ProofPage } from "../two-step-page.tsx";

const TITLE = "Turn off two-step sign-in";

export const generateMetadata = ({ searchParams }: Query) => titleOf(TITLE, searchParams);

export default function TurnOff({ searchParams }: Query) {
  return (
    <ProofPage
      title={TITLE}
      path="/settings/two-step/turn-off"
      button={
        <Button look="danger" className="justify-self-start">
          Turn off
        </Button>
      }
      searchParams={searchParams}
    >
      You’ll sign in with only your password. Your recovery codes will stop working, and you can
      remove the account from your app.
    </ProofPage>
  );
}
