import type { Heading } from "./heading-ids.ts";

/** The sections of the page that is shown; beside the text only, where they are of use. */
function Sections({ sections }: { sections: Heading[] }) {
  return (
    <ul className="mb-1 hidden border-line border-l pl-1.5 text-small desk:block">
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="flex min-h-5.5 items-center text-quiet hover:text-ink hover:underline"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The pages of this kind, beside the text where there is room, otherwise below. */
export function PageList({
  label,
  links,
  current,
  sections,
}: {
  label: string;
  links: { href: string; title: string }[];
  /** The address of the page that is shown. */
  current: string;
  sections: Heading[];
}) {
  return (
    <nav
      aria-label={label}
      className="border-line border-t pt-2 desk:sticky desk:top-3 desk:max-h-dvh desk:self-start desk:overflow-y-auto desk:border-t-0 desk:pt-0 print:hidden"
    >
      <ul>
        {links.map(({ href, title }) => (
          <li key={href}>
            <a
              href={href}
              aria-current={href === current ? "page" : undefined}
              className={`flex min-h-6 items-center hover:underline ${href === current ? "font-strong" : ""}`}
            >
              {title}
            </a>
            {href === current && sections.length > 1 && <Sections sections={sections} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}
