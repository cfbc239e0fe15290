import type { Metadata } from "next";
import { env } from "#lib/env.ts";
import { GUIDES } from "../../../generated/guides.ts";
import { renderMarkdown } from "../../(about)/markdown.tsx";
import { TextColumns } from "../../(about)/text-columns.tsx";
import { MissingPage } from "../../missing-page.tsx";
import { Shell } from "../../shell.tsx";

export const policy = { cached: true };

type Props = { params: Promise<{ guide: string }> };

const LINKS = [
  ...GUIDES.map(({ name, title }) => ({ href: `/docs/${name}`, title })),
  { href: "/docs", title: "API reference" },
];

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
    <Shell current="/docs">
      <TextColumns label="Guides" links={LINKS} current={`/docs/${name}`} headings={headings}>
        {content}
      </TextColumns>
    </Shell>
  );
}
