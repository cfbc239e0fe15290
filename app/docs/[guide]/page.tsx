import type { Metadata } from "next";
import { StandaloneLink } from "#components/ui/button.tsx";
import { env } from "#lib/env.ts";
import { renderMarkdown } from "../../(about)/markdown.tsx";
import { MissingPage } from "../../missing-page.tsx";
import { DocsPage } from "../docs-page.tsx";
import { GUIDE_PAGES, type GuidePage, neighborsOf } from "../guides.ts";

export const policy = { cached: true };

type Props = { params: Promise<{ guide: string }> };

async function guideOf({ params }: Props) {
  const { guide } = await params;
  return GUIDE_PAGES.find(({ name }) => name === guide);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await guideOf(props))?.title ?? "Page not found" };
}

function Neighbors({ guide }: { guide: GuidePage }) {
  const { previous, next } = neighborsOf(guide);
  return (
    <nav aria-label="Guides" className="mt-6 flex flex-wrap justify-between gap-x-4 print:hidden">
      {previous && (
        <StandaloneLink href={previous.href}>{`Previous: ${previous.title}`}</StandaloneLink>
      )}
      {next && <StandaloneLink href={next.href}>{`Next: ${next.title}`}</StandaloneLink>}
    </nav>
  );
}

/** A guide for banks, foundations, or operators. Its commands use this installation's URL. */
export default async function Guide(props: Props) {
  const guide = await guideOf(props);
  if (!guide) return <MissingPage />;
  const { href, markdown } = guide;
  const local = markdown.replaceAll("http://localhost:3000", env().publicBaseUrl);
  const { content, headings } = renderMarkdown(local);
  return (
    <DocsPage current={href} headings={headings}>
      <div className="prose">{content}</div>
      <Neighbors guide={guide} />
    </DocsPage>
  );
}
