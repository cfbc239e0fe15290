import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { apiInfo } from "#lib/http/openapi.ts";
import { GUIDES } from "../../generated/guides.ts";
import { Shell } from "../shell.tsx";
import { ChapterView, Paragraphs } from "./entries.tsx";
import { Navigation } from "./navigation.tsx";
import { readReference } from "./reference.ts";

export const metadata: Metadata = { title: "API reference" };

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
      <h1 id="top" className="font-strong text-title wide:text-display">
        {title}
      </h1>
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
        <Fact name="Guides">
          <ul className="flex flex-wrap gap-x-2">
            {GUIDES.map((guide) => (
              <li key={guide.name}>
                <a href={`/docs/${guide.name}`} className="link">
                  {guide.title}
                </a>
              </li>
            ))}
          </ul>
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

/** A static page: our server renders it once (server/page-cache.ts). */
export default function Docs() {
  const chapters = readReference(env().publicBaseUrl);
  return (
    // Three columns need a wider page; the header and footer match. Long lines of code wrap in print.
    <div className="[--container-list:88rem] print:[&_pre]:w-auto print:[&_pre]:whitespace-pre-wrap print:[&_pre]:wrap-anywhere">
      <Shell current="/docs">
        <Page width="list">
          <div className="grid-cols-[11.5rem_minmax(0,1fr)] gap-x-5 desk:grid print:block">
            <Navigation chapters={chapters} />
            <div className="min-w-0">
              <Head />
              {chapters.map((chapter) => (
                <ChapterView key={chapter.id} chapter={chapter} />
              ))}
            </div>
          </div>
        </Page>
      </Shell>
    </div>
  );
}
