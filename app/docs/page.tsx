import type { ReactNode } from "react";
import { env } from "#lib/env.ts";
import { apiInfo } from "#lib/http/openapi.ts";
import { DocsPage } from "./docs-page.tsx";
import { Paragraphs } from "./entries.tsx";
import type { Chapter } from "./model.ts";
import { CHAPTERS, entryPath } from "./reference.ts";

export const policy = { cached: true };

export const metadata = { title: "API reference" };

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 border-line border-t py-1 wide:grid-cols-[10rem_1fr]">
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

/** The introduction and the facts needed for a first request. */
function Head() {
  const { title, version, description } = apiInfo();
  const [lead, ...rest] = description.split("\n\n");
  const { publicBaseUrl, environment } = env();
  return (
    <>
      <h1 className="font-strong text-title wide:text-display">{title}</h1>
      <p className="mt-1 max-w-reading text-lead text-quiet">{lead}</p>
      <div className="mt-2">
        <Paragraphs text={rest.join("\n\n")} />
      </div>
      <dl className="mt-3 max-w-reading border-line border-b">
        <Fact name="Base URL">
          <code className="font-mono text-small">{publicBaseUrl}</code>
        </Fact>
        <Fact name="Environment">{environment}</Fact>
        <Fact name="Authentication">
          <code className="font-mono text-small">X-Service-API-Key</code> header
        </Fact>
        <Fact name="OpenAPI document">
          <a href="/openapi.json" className="link">
            OpenAPI 3.1
          </a>
          , version {version}
        </Fact>
      </dl>
    </>
  );
}

/** A chapter's entries, with what each is called and how it is addressed. */
function ChapterContents({ id, title, text, entries }: Chapter) {
  return (
    <section aria-labelledby={id} className="mt-6">
      <h2 id={id} className="font-strong text-lead">
        {title}
      </h2>
      {text && <Paragraphs text={text} />}
      <ul className="entries">
        {entries.map((entry) => (
          <li key={entry.id}>
            <a href={entryPath(entry)}>{entry.title}</a>
            {entry.endpoint && <code>{`${entry.endpoint.method} ${entry.endpoint.path}`}</code>}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What a first request needs, and the contents. */
export default function Docs() {
  return (
    <DocsPage current="/docs">
      <Head />
      {CHAPTERS.map((chapter) => (
        <ChapterContents key={chapter.id} {...chapter} />
      ))}
    </DocsPage>
  );
}
