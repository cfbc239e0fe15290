import { type Query, readQuery, titled } from "#app/forms/form-state.ts";
import { Button } from "#components/ui/button.tsx";
import { ProofPage } from "../two-step-page.tsx";

export const policy = { react: false };

const TITLE = "Get new recovery codes";

export const generateMetadata = titled(TITLE);

export default async function Renew({ searchParams }: Query) {
  return (
    <ProofPage
      title={TITLE}
      path="/settings/two-step/renew"
      query={await readQuery(searchParams)}
      button={<Button className="justify-self-start">Get new codes</Button>}
    >
      You’ll get ten new codes. Your current ones stop working immediately.
    </ProofPage>
  );
}
