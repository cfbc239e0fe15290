import type { ReactNode } from "react";
import { StylesOf } from "#app/school-styles.tsx";
import { SchoolTile } from "#components/schools/school-tile.tsx";
import type { CardholderScope } from "#lib/auth/scopes.ts";
import { type Conference, listConferences } from "#lib/schools/conferences.ts";
import { listPortalSchools } from "#lib/schools/queries.ts";

type Tile = { school_id: string; name: string };

const FOLLOWED_AT_ONCE = 12;

const listFollowed = (scope: CardholderScope) =>
  listPortalSchools(scope, { followed: true, limit: FOLLOWED_AT_ONCE });

/** Links to the conferences: on a phone in one line that scrolls. */
function ConferenceLinks({ conferences }: { conferences: Conference[] }) {
  return (
    <nav
      aria-label="Conferences"
      className="mt-2 flex gap-x-2.5 overflow-x-auto border-line border-b wide:flex-wrap"
    >
      {conferences.map(({ name, anchor }) => (
        <a
          key={name}
          href={`#${anchor}`}
          className="inline-flex min-h-6 shrink-0 items-center hover:underline"
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function Tiles({ schools }: { schools: Tile[] }) {
  return (
    <ul className="mt-1.5 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-1.5 gap-y-2 wide:grid-cols-[repeat(auto-fill,minmax(8.5rem,1fr))] desk:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))] desk:gap-x-2">
      {schools.map(({ school_id, name }) => (
        <li key={school_id} className="school-link relative min-w-0">
          <SchoolTile schoolId={school_id} className="rounded-box" />
          {/* The link covers the tile, too. */}
          <a
            href={`/schools/${school_id}`}
            className="mt-0.5 block break-words font-strong text-small after:absolute after:inset-0 hover:underline"
          >
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const AllFollowed = () => (
  <a href="/schools?followed=true" className="link-alone">
    All schools you follow
  </a>
);

type GroupProps = { id: string; title: string; count: number; schools: Tile[]; more?: ReactNode };

function Group({ id, title, count, schools, more }: GroupProps) {
  return (
    <section aria-labelledby={id} className="mt-5">
      <h2 id={id} className="display text-d28">
        {title} <span className="text-quiet">{count}</span>
      </h2>
      <Tiles schools={schools} />
      {more}
    </section>
  );
}

/** Every school as a tile, by conference; first those that the reader follows. */
export async function AllSchools({ scope }: { scope: CardholderScope | null }) {
  const [conferences, followed] = await Promise.all([
    listConferences(),
    scope ? listFollowed(scope) : null,
  ]);
  const all = conferences.flatMap(({ schools }) => schools);
  return (
    <>
      <StylesOf schools={all} only="tiles" />
      <p role="status" className="figures mt-2 text-quiet">
        {all.length} schools in {conferences.length} conferences
      </p>
      <ConferenceLinks conferences={conferences} />
      {followed && followed.total > 0 && (
        <Group
          id="schools-you-follow"
          title="Schools you follow"
          count={followed.total}
          schools={followed.items}
          more={followed.total > FOLLOWED_AT_ONCE && <AllFollowed />}
        />
      )}
      {conferences.map(({ name, anchor, schools }) => (
        <Group key={name} id={anchor} title={name} count={schools.length} schools={schools} />
      ))}
    </>
  );
}
