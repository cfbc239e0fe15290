/** Where a team works: its rooms in a rail, as tabs on smaller screens, and at the bottom of a phone's. */
import type { ReactNode } from "react";
import { Monogram } from "#components/schools/school-art.tsx";
import { Moment } from "#components/ui/moment.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { Glyph, Glyphs } from "./status.tsx";

/** A member of a team, and what their rooms show on every page. */
export type Member = {
  kind: "school" | "bank" | "operator";
  isAdmin: boolean;
  tenantName: string;
  /** "Foundation", "Live", or "Sandbox". */
  about: string;
  /** The letters of a team without a school's art. */
  letters: string;
  school: SchoolBranding | null;
  /** What is left to do, by the room's path. */
  counts: Record<string, number>;
  email: string;
  name: string | null;
  role: string;
  purpose: string;
  memberSince: Date;
};

/** What someone's session can act in: their own gifts, or a team. */
export type HeaderContext = {
  context: string;
  name: string;
  /** Null for their own gifts. */
  role: string | null;
  isCurrent: boolean;
};

type Room = { href: string; label: string; forAdmins?: true };

const teamRooms = (kind: string): Room[] => [
  { href: `/${kind}/team`, label: "Team", forAdmins: true },
  { href: `/${kind}/audit-log`, label: "Audit log", forAdmins: true },
];

/** What a foundation sets up once is behind "Settings". */
const ROOMS: Record<Member["kind"], Room[]> = {
  school: [
    { href: "/school", label: "Today" },
    { href: "/school/gifts", label: "Gifts" },
    { href: "/school/batches", label: "Batches" },
    { href: "/school/donors", label: "Donors" },
    { href: "/school/reports", label: "Reports" },
    { href: "/school/settings", label: "Settings" },
  ],
  bank: [{ href: "/bank", label: "Overview" }, ...teamRooms("bank")],
  operator: [
    { href: "/operator", label: "Overview" },
    { href: "/operator/schools", label: "Schools", forAdmins: true },
    ...teamRooms("operator"),
  ],
};

/** How many a phone's bar has; the others are behind "More". */
const ON_PHONES = 4;

function RoomLink({ href, label, count, current }: Room & { count?: number; current: boolean }) {
  return (
    <a href={href} aria-current={current ? "page" : undefined}>
      {label}
      {count !== undefined && count > 0 && (
        <span className="room-count">
          {count.toLocaleString("en-US")}
          <span className="sr-only"> to do</span>
        </span>
      )}
    </a>
  );
}

function Rooms({ member, current }: { member: Member; current: string | undefined }) {
  const rooms = ROOMS[member.kind].filter(({ forAdmins }) => member.isAdmin || !forAdmins);
  const own = rooms.find(({ href }) => href === current);
  // Pages that no room is the way to are settings.
  const marked = own ?? (current ? rooms.find(({ label }) => label === "Settings") : undefined);
  const link = (room: Room) => (
    <li key={room.href}>
      <RoomLink {...room} count={member.counts[room.href]} current={room === marked} />
    </li>
  );
  const rest = rooms.slice(ON_PHONES);
  return (
    <nav aria-label="Main" className={rooms.length > 1 ? "rooms tabs" : "rooms"}>
      <ul>{rooms.map(link)}</ul>
      {rest.length > 0 && (
        <details className="more-rooms">
          <summary className="list-none">More</summary>
          <ul>{rest.map(link)}</ul>
        </details>
      )}
    </nav>
  );
}

function Tile({ school, letters }: Member) {
  return (
    <span className={`room-tile ${school ? `school-${school.school_id}` : ""}`}>
      <Monogram letters={school?.monogram ?? letters} className="h-[1.125rem] max-w-full" />
    </span>
  );
}

function ContextItem({ context: { context, name, role, isCurrent } }: { context: HeaderContext }) {
  const label = (
    <>
      <bdi className="block font-strong">{name}</bdi>
      <span className="block text-fine text-quiet">
        {[role, isCurrent ? "You’re here" : null].filter(Boolean).join(" · ")}
      </span>
    </>
  );
  if (isCurrent) return <p>{label}</p>;
  return (
    <button type="submit" name="context" value={context}>
      <span className="sr-only">Switch to </span>
      {label}
    </button>
  );
}

/** The team, which opens the others to switch to. */
function Team({ member, contexts }: { member: Member; contexts: HeaderContext[] }) {
  const name = (
    <>
      <Tile {...member} />
      <span className="room-name">
        <span className="sr-only">Signed in for </span>
        <bdi>{member.tenantName}</bdi>
        <span>{member.about}</span>
      </span>
    </>
  );
  if (contexts.length < 2) return <div className="room-team">{name}</div>;
  return (
    <details className="room-team">
      <summary className="list-none">
        {name}
        <Glyph name="choose" />
      </summary>
      <form method="post" action="/switch/submit" className="room-menu">
        <ul>
          {contexts.map((context) => (
            <li key={context.context}>
              <ContextItem context={context} />
            </li>
          ))}
        </ul>
      </form>
    </details>
  );
}

type AccountProps = { member: Member; links: { href: string; title: string }[] };

/** Who is signed in, in which role, the links that other pages have in their footer, and the way out. */
function Account({ member, links }: AccountProps) {
  const { name, email, role, purpose, memberSince } = member;
  const who = name ?? email;
  return (
    <details className="room-account">
      <summary className="list-none">
        <span className="room-name">
          <span className="sr-only">Account: </span>
          <bdi>{who}</bdi>
          <span>{role}</span>
        </span>
        <Glyph name="choose" />
      </summary>
      <div className="room-menu">
        <p>
          <bdi className="block">{email}</bdi>
          <span className="block text-fine text-quiet">
            {role}. {purpose} Member since <Moment at={memberSince} as="date" />.
          </span>
        </p>
        <ul>
          {links.map(({ href, title }) => (
            <li key={href}>
              <a href={href}>{title}</a>
            </li>
          ))}
          <li>
            <button type="button" data-help hidden>
              Keyboard shortcuts
            </button>
          </li>
          <li>
            <form method="post" action="/signout">
              <button type="submit">Sign out</button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  );
}

type DeskProps = AccountProps & {
  brandName: string;
  contexts: HeaderContext[];
  current: string | undefined;
  children: ReactNode;
};

/** The frame of a team's pages. public/desk.js adds the panel at its end. */
export const Desk = ({ brandName, member, contexts, links, current, children }: DeskProps) => (
  <div className="desk" data-desk>
    <Glyphs />
    <header className="rail print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-1 focus:rounded-box focus:bg-sheet focus:p-1.5"
      >
        Skip to the content
      </a>
      <a href="/" className="wordmark display">
        {brandName}
      </a>
      <Team member={member} contexts={contexts} />
      <Rooms member={member} current={current} />
      <Account member={member} links={links} />
    </header>
    <div className="desk-page">{children}</div>
  </div>
);
