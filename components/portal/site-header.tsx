type SiteHeaderProps = {
  brandName: string;
  sandbox: boolean;
  signedIn: boolean;
  /** The address of this page, to mark it in the navigation. */
  current?: string | undefined;
};

const ENTRY = "inline-flex min-h-6 cursor-pointer items-center px-1 hover:underline";

function Entry({ href, label, current }: { href: string; label: string; current: boolean }) {
  return (
    <a
      href={href}
      aria-current={current ? "page" : undefined}
      className={`${ENTRY} ${current ? "font-strong" : ""}`}
    >
      {label}
    </a>
  );
}

/** Says which environment this is, and leads to its page. */
function SandboxTag({ current }: { current: boolean }) {
  return (
    <a
      href="/sandbox"
      aria-current={current ? "page" : undefined}
      className="rounded-box border border-edge px-1 text-quiet text-small hover:border-ink hover:text-ink"
    >
      Sandbox
    </a>
  );
}

/** The wordmark and the few ways on. */
export function SiteHeader({ brandName, sandbox, signedIn, current }: SiteHeaderProps) {
  return (
    <header className="border-line border-b px-2 wide:px-3">
      <a
        href="#content"
        className="sr-only focus:not-sr-only focus:absolute focus:m-1 focus:rounded-box focus:bg-sheet focus:p-1.5"
      >
        Skip to the content
      </a>
      <nav
        aria-label="Main"
        className="mx-auto flex max-w-list flex-wrap items-center justify-between gap-x-3 py-1"
      >
        <div className="flex min-h-6 items-center gap-1.5">
          <a href="/" className="font-strong text-lead">
            {brandName}
          </a>
          {sandbox && <SandboxTag current={current === "/sandbox"} />}
        </div>
        <div className="-mx-1 flex flex-wrap items-center gap-x-1">
          {signedIn ? (
            <>
              <Entry href="/home" label="Your donations" current={current === "/home"} />
              <form method="post" action="/signout">
                <button type="submit" className={ENTRY}>
                  Sign out
                </button>
              </form>
            </>
          ) : (
            <Entry href="/signin" label="Sign in" current={current === "/signin"} />
          )}
        </div>
      </nav>
    </header>
  );
}
