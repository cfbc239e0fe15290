import type { Metadata } from "next";
import { env } from "#lib/env.ts";
import { GUIDES } from "../../../generated/guides.ts";
import { renderMarkdown } from "../../(about)/markdown.tsx";
import { MissingPage } from "../../missing-page.tsx";
import { DocsPage } from "../docs-page.tsx";

export const policy = { cached: true };

type Props = { params: Promise<{ guide: string }> };

async function guideOf({ params }: Props) {
  const { guide } = await params;
  return GUIDES.find(({ name }) => name === guide);
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await guideOf(props))?.title ?? "Page not found" };
}

/** A guide for banks or foundations. Its commands use this installation's URL. */
export default async function Guide(props: Props) {
  const guide = await guideOf(props);
  if (!guide) return <MissingPage />;
  const { name, markdown } = guide;
  const local = markdown.replaceAll("http://localhost:3000", env().publicBaseUrl);
  const { content, headings } = renderMarkdown(local);
  return (
    <DocsPage current={`/docs/${name}`} headings={headings}>
      <div className="prose">{content}</div>
    </DocsPage>
  );
}
