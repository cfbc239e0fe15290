import { titleOf } from "#app/forms/form-title.ts";
import { Page } from "#components/ui/page.tsx";
import { isLinkValid } from "#lib/cardholders/password/links.ts";
import { readFormState, readQuery, type SearchParams } from "../forms/form-state.ts";
import { openLinkPath } from "../oauth/link-path.ts";
import { SchoolWall } from "../school-wall.tsx";
import { currentCardholder } from "../session.ts";
import { Shell } from "../shell.tsx";
import { ChoosePassword } from "./choose-password.tsx";
import { LinkExpired } from "./link-expired.tsx";

type Query = { searchParams: SearchParams };

export const generateMetadata = ({ searchParams }: Query) =>
  titleOf("Choose a password", searchParams);

export default async function SetPassword({ searchParams }: Query) {
  const query = await readQuery(searchParams);
  const { token = "" } = query;
  const isGood = await isLinkValid(token);
  return (
    <Shell signedIn={(await currentCardholder()) !== null}>
      <Page width="form" aside={<SchoolWall />}>
        {isGood ? (
          <ChoosePassword
            token={token}
            next={query.next}
            errors={(await readFormState(query))?.errors ?? {}}
          />
        ) : (
          <LinkExpired next={await openLinkPath(query.next)} />
        )}
      </Page>
    </Shell>
  );
}
