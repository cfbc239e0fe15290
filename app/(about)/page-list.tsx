import type { TextPage } from "#lib/env.ts";
import type { Heading } from "./heading-ids.ts";
import type { TextLink } from "./texts.ts";

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
  links,
  current,
  sections,
}: {
  links: TextLink[];
  current: TextPage;
  sections: Heading[];
}) {
  return (
    <nav
      aria-label="Help and policies"
      className="border-line border-t pt-2 desk:sticky desk:top-3 desk:max-h-dvh desk:self-start desk:overflow-y-auto desk:border-t-0 desk:pt-0 print:hidden"
    >
      <ul>
        {links.map(({ name, href, title }) => (
          <li key={name}>
            <a
              href={href}
              aria-current={name === current ? "page" : undefined}
              className={`flex min-h-6 items-center hover:underline ${name === current ? "font-strong" : ""}`}
            >
              {title}
            </a>
            {name === current && sections.length > 1 && <Sections sections={sections} />}
          </li>
        ))}
      </ul>
    </nav>
  );
}
