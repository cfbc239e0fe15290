/** Where a team works: its rooms in a rail, as tabs on smaller screens, and at the bottom of a phone's. */
import type { ReactNode } from "react";
import { type HeaderContext, SwitchForm } from "#components/portal/contexts.tsx";
import { Monogram } from "#components/schools/school-art.tsx";
import { Button } from "#components/ui/button.tsx";
import type { SchoolBranding } from "#lib/schools/contract.ts";
import { Glyph, Glyphs } from "./status.tsx";

/** A member of a team, and what their rooms show on every page. */
export type Member = {
  kind: "school" | "bank" | "operator";
  /** As the role table names it. */
  roleId: string;
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
  memberSince: string;
};

/**
 * @property roles who has it; everyone by default @property ifCounted only for those whose counts have it
 * @property also a second room that it leads to
 */
type Room = {
  href: string;
  label: string;
  roles?: readonly string[];
  ifCounted?: true;
  also?: string;
};

const ADMINS = ["admin"];
const DEVELOPERS = ["developer", "admin"];
const FINANCE = ["finance", "admin"];

const teamRooms = (kind: string): Room[] => [
  { href: `/${kind}/team`, label: "Team", roles: ADMINS },
  { href: `/${kind}/audit-log`, label: "Audit log", roles: ADMINS },
];

/** What a foundation sets up once is behind "Settings". */
const ROOMS: Record<Member["kind"], Room[]> = {
  school: [
    { href: "/school", label: "Today" },
    { href: "/school/gifts", label: "Gifts" },
    { href: "/school/batches", label: "Batches" },
    { href: "/school/donors", label: "Donors" },
    { href: "/school/reports", label: "Reports" },
    { href: "/school/remittances", label: "Payments", roles: FINANCE, also: "/school/payments" },
    { href: "/school/settings", label: "Settings" },
  ],
  bank: [
    { href: "/bank", label: "Overview" },
    { href: "/bank/donations", label: "Donations" },
    { href: "/bank/customers", label: "Customers" },
    { href: "/bank/cases", label: "Cases", ifCounted: true },
    { href: "/bank/reconciliation", label: "Reconciliation" },
    { href: "/bank/comparisons", label: "Compare lists" },
    { href: "/bank/statements", label: "Statements", roles: FINANCE, also: "/bank/payments" },
    { href: "/bank/keys", label: "API keys", roles: DEVELOPERS },
    { href: "/bank/webhooks", label: "Webhooks", roles: DEVELOPERS },
    { href: "/bank/requests", label: "Refused requests", roles: ["support", ...DEVELOPERS] },
    { href: "/bank/embed", label: "Embed", roles: DEVELOPERS },
    { href: "/bank/programs", label: "Programs and limits" },
    ...teamRooms("bank"),
  ],
  operator: [
    { href: "/operator", label: "Overview" },
    { href: "/operator/cases", label: "Cases", ifCounted: true },
    { href: "/operator/corrections", label: "Corrections", ifCounted: true },
    { href: "/operator/books", label: "Books", roles: FINANCE },
    { href: "/operator/schools", label: "Schools", roles: ADMINS },
    ...teamRooms("operator"),
  ],
};

const SUMMARY = "list-none flex min-h-5.5 min-w-5.5 items-center gap-1.5";
const MENU =
  "absolute right-(--edge-x) z-20 max-h-[70dvh] w-[min(20rem,100vw-2rem)] overflow-y-auto rounded-box border border-edge bg-sheet py-1 rail:fixed rail:right-auto rail:left-2 rail:w-36";
const ITEM = "block min-h-5.5 w-full cursor-pointer px-2 py-1.25 text-left hover:underline";

/** In the rail, the team and the account have a place of their own. */
const PLACE = "rail:my-2 rail:px-3";

/** At the bottom of a phone's screen, below the bar of a tablet's, or down the rail. */
const NAV =
  "max-wide:fixed max-wide:inset-x-0 max-wide:bottom-0 max-wide:z-10 max-wide:flex max-wide:border-edge max-wide:border-t max-wide:bg-paper max-wide:pb-[env(safe-area-inset-bottom)] wide:order-1 wide:min-w-0 wide:-mx-(--edge-x) wide:basis-[calc(100%+2*var(--edge-x))] wide:border-line wide:border-b wide:px-(--edge-x) rail:order-none rail:mx-0 rail:basis-auto rail:border-0 rail:px-0";
const ROOM =
  "relative flex min-h-5.5 items-center gap-1 whitespace-nowrap -outline-offset-3 hover:underline max-wide:min-h-7 max-wide:justify-center max-wide:text-[min(0.8125rem,3.6vw)] rail:min-h-4.5 rail:justify-between rail:px-3";
const CURRENT =
  "font-strong after:absolute after:bg-ink after:content-[''] max-rail:after:inset-x-0 max-rail:after:h-[3px] max-wide:after:-top-px wide:max-rail:after:bottom-0 rail:bg-sheet rail:after:inset-y-0 rail:after:left-0 rail:after:w-[3px]";

/** How many a phone's bar has; the others are behind "More". */
const ON_PHONES = 4;

function RoomLink({ href, label, count, current }: Room & { count?: number; current: boolean }) {
  return (
    <a
      href={href}
      aria-current={current ? "page" : undefined}
      className={`${ROOM} ${current ? CURRENT : ""}`}
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="figures text-fine text-quiet max-wide:hidden">
          {count.toLocaleString("en-US")}
          <span className="sr-only"> to do</span>
        </span>
      )}
    </a>
  );
}

function Rooms({ member, current }: { member: Member; current: string | undefined }) {
  const rooms = ROOMS[member.kind].filter(
    ({ href, roles, ifCounted }) =>
      (roles?.includes(member.roleId) ?? true) && (!ifCounted || member.counts[href] !== undefined),
  );
  const own = rooms.find(({ href, also }) => current && [href, also].includes(current));
  // Pages that no room is the way to are settings.
  const marked = own ?? (current ? rooms.find(({ label }) => label === "Settings") : undefined);
  const link = (room: Room) => (
    <RoomLink {...room} count={member.counts[room.href]} current={room === marked} />
  );
  const rest = rooms.slice(ON_PHONES);
  return (
    <nav aria-label="Main" className={`${NAV} ${rooms.length > 1 ? "tabs" : ""}`}>
      <ul className="flex max-wide:min-w-0 max-wide:flex-1 wide:gap-x-3 wide:max-rail:overflow-x-auto rail:block">
        {rooms.map((room, n) => (
          <li key={room.href} className={n < ON_PHONES ? "max-wide:flex-auto" : "max-wide:hidden"}>
            {link(room)}
          </li>
        ))}
      </ul>
      {rest.length > 0 && (
        <details className="w-7 wide:hidden">
          <summary className={`${ROOM} list-none`}>More</summary>
          <ul className="absolute right-0 bottom-full min-w-24 rounded-t-box border border-edge bg-sheet">
            {rest.map((room) => (
              <li key={room.href}>{link(room)}</li>
            ))}
          </ul>
        </details>
      )}
    </nav>
  );
}

const Chevrons = () => (
  <span className="max-wide:hidden">
    <Glyph name="choose" />
  </span>
);

function Tile({ school, letters }: Member) {
  return (
    <span
      className={`grid size-5 flex-none place-items-center rounded-box bg-[linear-gradient(90deg,var(--stub,var(--ink))_6px,var(--field,var(--ink))_6px)] pr-0.5 pl-1 text-(--on-field,var(--paper)) ${school ? `school-${school.school_id}` : ""}`}
    >
      <Monogram letters={school?.monogram ?? letters} className="h-[1.125rem] max-w-full" />
    </span>
  );
}

/** The team, which opens the others to switch to. */
function Team({ member, contexts }: { member: Member; contexts: HeaderContext[] }) {
  const name = (
    <>
      <Tile {...member} />
      <span className="min-w-0 grow max-wide:sr-only">
        <span className="sr-only">Signed in for </span>
        <bdi className="block truncate font-strong max-rail:max-w-28">{member.tenantName}</bdi>
        <span className="block text-fine text-quiet max-rail:hidden">{member.about}</span>
      </span>
    </>
  );
  if (contexts.length < 2)
    return <div className={`flex items-center gap-1.5 ${PLACE}`}>{name}</div>;
  return (
    <details className={PLACE}>
      <summary className={SUMMARY}>
        {name}
        <Chevrons />
      </summary>
      <SwitchForm contexts={contexts} className={MENU} />
    </details>
  );
}

type AccountProps = { member: Member; links: { href: string; title: string }[] };

/** Who is signed in, in which role, the links that other pages have in their footer, and the way out. */
function Account({ member, links }: AccountProps) {
  const { name, email, role, purpose, memberSince } = member;
  const who = name ?? email;
  return (
    <details className={`${PLACE} rail:mt-auto`}>
      <summary className={SUMMARY}>
        <span
          aria-hidden="true"
          className="grid size-5 place-items-center rounded-full border border-edge wide:hidden"
        >
          {who.charAt(0).toUpperCase()}
        </span>
        <span className="min-w-0 grow max-wide:sr-only">
          <span className="sr-only">Account: </span>
          <bdi className="block max-w-28 truncate rail:max-w-none rail:font-strong">{who}</bdi>
          <span className="block text-fine text-quiet max-rail:hidden">{role}</span>
        </span>
        <Chevrons />
      </summary>
      <div className={`${MENU} rail:bottom-9`}>
        <p className="px-2 py-1.25">
          <bdi className="block">{email}</bdi>
          <span className="block text-fine text-quiet">
            {role}. {purpose} Member since {memberSince}.
          </span>
        </p>
        <ul>
          {links.map(({ href, title }) => (
            <li key={href}>
              <a href={href} className={ITEM}>
                {title}
              </a>
            </li>
          ))}
          <li>
            <button type="button" data-help hidden className={ITEM}>
              Keyboard shortcuts
            </button>
          </li>
          <li>
            <form method="post" action="/signout">
              <button type="submit" className={ITEM}>
                Sign out
              </button>
            </form>
          </li>
        </ul>
      </div>
    </details>
  );
}

const KEYS = {
  "/": "Search",
  "j k": "Next and previous row",
  x: "Select, with Shift a range",
  Enter: "Open",
  Esc: "Close",
  "?": "These shortcuts",
};

/** public/desk.js opens it. */
const Keys = () => (
  <dialog
    aria-label="Keyboard shortcuts"
    className="keys m-auto max-w-form rounded-[12px] border border-edge bg-sheet p-3 text-ink backdrop:bg-[rgb(0_0_0/50%)]"
  >
    {Object.entries(KEYS).map(([key, does]) => (
      <p key={key} className="flex gap-2">
        <kbd className="w-7 font-sans font-strong">{key}</kbd> {does}
      </p>
    ))}
    <label className="mt-1 flex min-h-5.5 items-center gap-1">
      <input type="checkbox" /> Use shortcuts
    </label>
    <form method="dialog">
      <Button look="quiet">Close</Button>
    </form>
  </dialog>
);

type DeskProps = AccountProps & {
  brandName: string;
  contexts: HeaderContext[];
  current: string | undefined;
  children: ReactNode;
};

/** The frame of a team's pages. public/desk.js adds the panel at its end. */
export const Desk = ({ brandName, member, contexts, links, current, children }: DeskProps) => (
  <div
    className="desk min-h-[calc(100dvh-var(--tabs,0px))] text-small [--edge-x:1rem] wide:[--edge-x:1.5rem] rail:grid rail:grid-cols-[13.5rem_minmax(0,1fr)] rail:[--edge-x:2.5rem]"
    data-desk
  >
    <Glyphs />
    <Keys />
    <header className="flex flex-wrap items-center gap-x-2 px-(--edge-x) pt-0.5 rail:sticky rail:top-0 rail:z-5 rail:h-dvh rail:flex-col rail:flex-nowrap rail:items-stretch rail:overflow-y-auto rail:border-line rail:border-r rail:px-0 rail:pt-2.5 rail:pb-2 print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:z-20 focus:m-1 focus:rounded-box focus:bg-sheet focus:p-1.5"
      >
        Skip to the content
      </a>
      <a
        href="/"
        className="display flex min-h-5.5 grow items-center text-[min(1.375rem,7.5vw)] wide:text-[1.5rem] rail:min-h-3 rail:grow-0 rail:pl-3"
      >
        {brandName}
      </a>
      <Team member={member} contexts={contexts} />
      <Rooms member={member} current={current} />
      <Account member={member} links={links} />
    </header>
    <div className="min-w-0">{children}</div>
  </div>
);
