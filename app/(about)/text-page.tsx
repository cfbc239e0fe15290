import type { Metadata } from "next";
import { Notice } from "#components/ui/notice.tsx";
import type { TextPage as Name } from "#lib/env.ts";
import { MissingPage } from "../missing-page.tsx";
import { publicRobots } from "../public-robots.ts";
import { Shell } from "../shell.tsx";
import { H1, renderMarkdown } from "./markdown.tsx";
import { sectionLinks, TextColumns } from "./text-columns.tsx";
import { findText, textLinks } from "./texts.ts";

/** Pages that an operator must write before going live. */
const LEGAL: Name[] = ["privacy", "terms"];

export function textPageMetadata(name: Name): Metadata {
  const text = findText(name);
  return text ? { title: text.title, robots: publicRobots() } : { title: "Page not found" };
}

export async function TextPage({ name }: { name: Name }) {
  const text = findText(name);
  if (!text) return <MissingPage />;
  const { content, headings } = renderMarkdown(text.markdown);
  const links = textLinks().map((link) =>
    link.name === name ? { ...link, parts: sectionLinks(headings) } : link,
  );
  return (
    <Shell current={`/${name}`}>
      <TextColumns label="Help and policies" groups={[{ links }]} current={`/${name}`}>
        {text.isSample && LEGAL.includes(name) && (
          <div className="mb-3">
            <Notice>Sample text. Replace it with your own.</Notice>
          </div>
        )}
        {!headings.some(({ level }) => level === 1) && <H1>{text.title}</H1>}
        <div className="prose">{content}</div>
      </TextColumns>
    </Shell>
  );
}
