import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Page } from "#components/ui/page.tsx";
import { env } from "#lib/env.ts";
import { GUIDES } from "../../../generated/guides.ts";
import { renderMarkdown } from "../../(about)/markdown.tsx";
import { PageList } from "../../(about)/page-list.tsx";
import { Shell } from "../../shell.tsx";
import { guideLinks } from "../guide-links.ts";

type Props = { params: Promise<{ guide: string }> };

async function guideOf({ params }: Props) {
  const { guide } = await params;
  return GUIDES.find(({ name }) => name === guide) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  return { title: (await guideOf(props)).title };
}

/** A guide for banks, with this installation's URL in its commands. */
export default async function Guide(props: Props) {
  const { name, markdown } = await guideOf(props);
  const local = markdown.replaceAll("http://localhost:3000", env().publicBaseUrl);
  const { content, headings } = renderMarkdown(local);
  return (
    <Shell current="/docs">
      <Page width="list">
        <div className="grid gap-x-8 gap-y-6 desk:grid-cols-[minmax(0,44rem)_14rem] desk:justify-between">
          <article className="min-w-0 max-w-reading">{content}</article>
          <PageList
            label="Guides"
            links={[...guideLinks(), { href: "/docs", title: "API reference" }]}
            current={`/docs/${name}`}
            sections={headings.filter(({ level }) => level === 2)}
          />
        </div>
      </Page>
    </Shell>
  );
}
