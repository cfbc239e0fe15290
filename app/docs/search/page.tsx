import type { Metadata } from "next";
import { type Query, readQuery } from "#app/forms/form-state.ts";
import { SearchBox } from "#components/ui/search-box.tsx";
import { DocsPage } from "../docs-page.tsx";
import { type Found, searchDocs } from "./sections.ts";

export const policy = { react: false };

export const metadata: Metadata = {
  title: "Search the documentation",
  robots: { index: false, follow: true },
};

function Result({ href, title, page, snippet }: Found) {
  return (
    <li className="border-line border-t py-1.5">
      <a href={href} className="link font-strong">
        {title}
      </a>
      {page !== title && <span className="text-quiet text-small"> {page}</span>}
      <p className="mt-0.5 break-words text-small">{snippet}</p>
    </li>
  );
}

/** What was found in the guides and the reference. */
export default async function Search({ searchParams }: Query) {
  const { q = "" } = await readQuery(searchParams);
  const found = searchDocs(q);
  return (
    <DocsPage current="/docs/search">
      <div className="page-head">
        <h1 className="font-strong text-title">Search the documentation</h1>
        {/* biome-ignore lint/a11y/useSemanticElements: browsers don't agree on the role of <search> yet */}
        <form role="search" action="/docs/search" className="mt-2 max-w-reading">
          <SearchBox id="q" label="A word, a field, an error, or a path" value={q} />
        </form>
      </div>
      {q.trim() !== "" && (
        <p role="status" className="mt-3 text-quiet">
          {found.length === 0 ? "Nothing has these words." : `${found.length} best matches`}
        </p>
      )}
      {found.length > 0 && (
        <ol className="mt-1 max-w-reading border-line border-b">
          {found.map((one) => (
            <Result key={one.href} {...one} />
          ))}
        </ol>
      )}
    </DocsPage>
  );
}
