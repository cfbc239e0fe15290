import { type Query, readQuery } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { ProofPage } from "../two-step-page.tsx";

export const policy = { react: false };

export default async function Renew({ searchParams }: Query) {
  return (
    <ProofPage
      title="Get new recovery codes"
      path="/settings/two-step/renew"
      query={await readQuery(searchParams)}
      button={<Button className="justify-self-start">Get new codes</Button>}
    >
      You’ll get ten new codes. Your current ones stop working immediately.
    </ProofPage>
  );
}
