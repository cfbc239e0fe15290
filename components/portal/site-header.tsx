import { type HeaderContext, SwitchForm } from "./contexts.tsx";

type SiteHeaderProps = {
  brandName: string;
  sandbox: boolean;
  /** Who is signed in; null for visitors. A member of a team gets the way back to their rooms. */
  viewer: { member: { kind: string } | null; contexts: HeaderContext[] } | null;
  /** This page's path, to mark it in the navigation. */
  current?: string | undefined;
  /** In a flow: where "Cancel" leads, in place of all other links; null for no link. */
  cancel?: string | null | undefined;
};

const HOME_ICON = "M3 9.5 10 3l7 6.5V17h-5v-5H8v5H3z";

type NavItem = { href: string; label: string; icon: string };

const CARDHOLDER_ITEMS: NavItem[] = [
  { href: "/home", label: "Home", icon: HOME_ICON },
  { href: "/give", label: "Give", icon: "M10 4v12M4 10h12" },
  {
    href: "/donations",
    label: "Gifts",
    icon: "M2.5 6h15v3a1.5 1.5 0 0 0 0 3v3h-15v-3a1.5 1.5 0 0 0 0-3zM12.5 6v9",
  },
  { href: "/schools", label: "Schools", icon: "M4 3v14M4 4l12 4-12 4" },
  { href: "/settings", label: "Settings", icon: "M3 6h14M3 14h14M7 4v4M13 12v4" },
];

const LINK =
  "inline-flex min-h-6 cursor-pointer items-center justify-center px-1.25 hover:underline";

/** On a phone, the navigation is a tab bar at the bottom. */
const TABS =
  "tabs max-wide:fixed max-wide:inset-x-0 max-wide:bottom-0 max-wide:z-10 max-wide:border-line max-wide:border-t max-wide:bg-paper max-wide:px-0.5 max-wide:pb-[env(safe-area-inset-bottom)]";
const TAB =
  "max-wide:min-h-7 max-wide:min-w-0 max-wide:flex-1 max-wide:flex-col max-wide:gap-[2px] max-wide:whitespace-nowrap max-wide:px-0 max-wide:text-[min(0.8125rem,4vw)]/[1.2]";

/** Shown above a tab's label on a phone. */
const TabIcon = ({ d }: { d: string }) => (
  <svg viewBox="0 0 20 20" className="size-2.5 wide:hidden" aria-hidden="true">
    <path d={d} fill="none" stroke="currentcolor" strokeWidth="1.6" strokeLinejoin="round" />
  </svg>
);

type NavLinkProps = { href: string; label: string; icon?: string; current: boolean };

function NavLink({ href, label, icon, current }: NavLinkProps) {
  return (
    <a
      href={href}
      aria-current={current ? "page" : undefined}
      className={`${LINK} ${icon ? TAB : ""} ${current ? "font-strong underline decoration-2 underline-offset-4 wide:underline-offset-8" : ""}`}
    >
      {icon && <TabIcon d={icon} />}
      {label}
    </a>
  );
}

/** A "Sandbox" label, linked to the sandbox page. */
function SandboxTag({ current, className }: { current: boolean; className: string }) {
  return (
    <a
      href="/sandbox"
      aria-current={current ? "page" : undefined}
      className={`min-h-6 items-center text-quiet text-small hover:text-ink ${className}`}
    >
      <span className="whitespace-nowrap rounded-box border border-edge px-1">Sandbox</span>
    </a>
  );
}

function SignOut() {
  return (
    <form method="post" action="/signout" className="-mr-1.25">
      <button type="submit" className={LINK}>
        Sign out
      </button>
    </form>
  );
}

/** The context that the session acts in, which opens the others to switch to. */
function ContextSwitcher({ contexts }: { contexts: HeaderContext[] }) {
  const current = contexts.find(({ isCurrent }) => isCurrent);
  if (!current || contexts.length < 2) return null;
  return (
    <details className="min-w-0">
      <summary className={`${LINK} max-w-full gap-1 list-none`}>
        <span className="sr-only">Signed in for </span>
        <bdi className="max-w-[11rem] truncate desk:max-w-[18rem]">{current.name}</bdi>
        <svg viewBox="0 0 16 16" className="size-1.5 shrink-0" aria-hidden="true">
          <path d="m3 6 5 5 5-5" fill="none" stroke="currentcolor" strokeWidth="2" />
        </svg>
      </summary>
      <SwitchForm
        contexts={contexts}
        className="absolute top-full right-0 z-20 max-h-[70dvh] w-[24rem] max-w-full max-wide:w-full overflow-y-auto rounded-box border border-edge bg-sheet py-1"
      />
    </details>
  );
}

type NavigationProps = Pick<SiteHeaderProps, "current"> & {
  viewer: NonNullable<SiteHeaderProps["viewer"]>;
};

function Navigation({ viewer: { member }, current }: NavigationProps) {
  const items = member
    ? [{ href: `/${member.kind}`, label: "Back to your team", icon: HOME_ICON }]
    : CARDHOLDER_ITEMS;
  return (
    <nav
      aria-label="Main"
      className={`${TABS} order-last flex justify-between gap-x-0.5 wide:-mx-1.25 wide:basis-full wide:flex-wrap wide:justify-start min-[47rem]:order-none min-[47rem]:mx-0 min-[47rem]:basis-auto`}
    >
      {items.map((item) => (
        <NavLink key={item.href} {...item} current={item.href === current} />
      ))}
    </nav>
  );
}

/** The link to leave a flow, the context switcher and sign-out button, or the links of someone who isn't signed in. */
function EndLinks({ viewer, current, cancel }: SiteHeaderProps) {
  if (cancel === null) return null;
  if (cancel === undefined && viewer) {
    return (
      <div className="ml-auto flex min-w-0 gap-x-0.5">
        <ContextSwitcher contexts={viewer.contexts} />
        <SignOut />
      </div>
    );
  }
  return (
    <div className="-mx-1.25 flex flex-wrap">
      {cancel === undefined ? (
        <>
          <NavLink href="/schools" label="Schools" current={current === "/schools"} />
          <NavLink href="/signin" label="Sign in" current={current === "/signin"} />
        </>
      ) : (
        <NavLink href={cancel} label="Cancel" current={false} />
      )}
    </div>
  );
}

/** The wordmark, the sign-in link or sign-out button, and the navigation when signed in. */
export function SiteHeader(props: SiteHeaderProps) {
  const { brandName, sandbox, viewer, current, cancel } = props;
  const isFlow = cancel !== undefined;
  return (
    <header className="border-line border-b px-2 wide:px-3 print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:m-1 focus:rounded-box focus:bg-sheet focus:p-1.5"
      >
        Skip to the content
      </a>
      <div className="relative mx-auto flex max-w-list flex-wrap items-center gap-x-1 py-1">
        <div className="flex grow flex-wrap items-center gap-x-1.5">
          <a
            href="/"
            className="display inline-flex min-h-6 items-center text-[min(1.375rem,7.5vw)] wide:text-d28"
          >
            {brandName}
          </a>
          {sandbox && !isFlow && (
            // Hidden on phones, where the links need the space. The footer says it too.
            <SandboxTag current={current === "/sandbox"} className="hidden wide:inline-flex" />
          )}
        </div>
        {viewer && !isFlow && <Navigation viewer={viewer} current={current} />}
        <EndLinks {...props} />
      </div>
    </header>
  );
}
