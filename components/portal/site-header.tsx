type SiteHeaderProps = {
  brandName: string;
  sandbox: boolean;
  signedIn: boolean;
  /** This page's path, to mark it in the navigation. */
  current?: string | undefined;
};

/** The portal's navigation. */
const PARTS = [
  { href: "/home", label: "Home" },
  { href: "/give", label: "Give" },
  { href: "/donations", label: "Donations" },
  { href: "/schools", label: "Schools" },
  { href: "/settings", label: "Settings" },
];

const ENTRY =
  "inline-flex min-h-6 min-w-5.5 cursor-pointer items-center justify-center hover:underline";

function Entry({ href, label, current }: { href: string; label: string; current: boolean }) {
  return (
    <a
      href={href}
      aria-current={current ? "page" : undefined}
      className={`${ENTRY} ${current ? "font-strong underline decoration-2 underline-offset-8" : ""}`}
    >
      {label}
    </a>
  );
}

/** Marks the sandbox environment, linked to its page. */
function SandboxTag({ current }: { current: boolean }) {
  return (
    <a
      href="/sandbox"
      aria-current={current ? "page" : undefined}
      className="inline-flex min-h-6 items-center text-quiet text-small hover:text-ink"
    >
      <span className="rounded-box border border-edge px-1">Sandbox</span>
    </a>
  );
}

function SignOut() {
  return (
    <form method="post" action="/signout">
      <button type="submit" className={ENTRY}>
        Sign out
      </button>
    </form>
  );
}

/** The wordmark, the sign-in or sign-out, and the navigation when signed in. */
export function SiteHeader({ brandName, sandbox, signedIn, current }: SiteHeaderProps) {
  return (
    <header className="border-line border-b px-2 wide:px-3 print:hidden">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:m-1 focus:rounded-box focus:bg-sheet focus:p-1.5"
      >
        Skip to the content
      </a>
      <div className="mx-auto grid max-w-list grid-cols-[1fr_auto] items-center gap-x-3 py-1 desk:flex">
        <div className="flex grow flex-wrap items-center gap-x-1.5">
          <a href="/" className="inline-flex min-h-6 items-center font-strong text-lead">
            {brandName}
          </a>
          {sandbox && <SandboxTag current={current === "/sandbox"} />}
        </div>
        {signedIn && (
          <nav
            aria-label="Main"
            className="order-last col-span-2 flex flex-wrap justify-between gap-x-0.5 text-small wide:justify-start wide:gap-x-3 wide:text-base desk:order-none"
          >
            {PARTS.map((part) => (
              <Entry key={part.href} {...part} current={current === part.href} />
            ))}
          </nav>
        )}
        {signedIn ? (
          <SignOut />
        ) : (
          <Entry href="/signin" label="Sign in" current={current === "/signin"} />
        )}
      </div>
    </header>
  );
}
