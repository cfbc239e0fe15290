import { titleOf } from "#app/forms/form-title.ts";
import { Page } from "#components/ui/page.tsx";
import { listUnacceptedLinks } from "#lib/accounts/acceptance/queries.ts";
import { stateOfLink } from "#lib/cardholders/password/links.ts";
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
  const link = await stateOfLink(token);
  return (
    <Shell signedIn={(await currentCardholder()) !== null}>
      <Page width="form" aside={<SchoolWall />}>
        {link.cardholderId && link.triesLeft > 0 ? (
          <ChoosePassword
            token={token}
            next={query.next}
            triesLeft={link.triesLeft}
            links={await listUnacceptedLinks({ cardholderId: link.cardholderId })}
            errors={(await readFormState(query))?.errors ?? {}}
          />
        ) : (
          <LinkExpired
            next={await openLinkPath(query.next)}
            wasRefused={link.cardholderId !== null}
          />
        )}
      </Page>
    </Shell>
  );
}
