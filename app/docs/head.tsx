import type { ReactNode } from "react";
import { guideLinks } from "./guide-links.ts";
import { Inline, Paragraphs } from "./prose.tsx";
import type { Reference } from "./reference.ts";

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-3 border-line border-t py-1 wide:grid-cols-[10rem_1fr]">
      <dt className="text-quiet">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}

type HeadProps = { reference: Reference; base: string; environment: string };

/** The introduction, and what is needed before the first request. */
export function Head({ reference: { title, version, about, key }, base, environment }: HeadProps) {
  const [lead = "", ...rest] = about;
  return (
    <>
      <h1 id="top" className="font-strong text-title wide:text-display">
        {title}
      </h1>
      <p className="mt-1 max-w-reading text-lead text-quiet">{lead}</p>
      <div className="mt-2">
        <Paragraphs text={rest} />
      </div>
      <dl className="mt-3 max-w-reading border-line border-b">
        <Fact name="Base URL">
          <Inline text={`\`${base}\``} />
        </Fact>
        <Fact name="Environment">{environment}</Fact>
        <Fact name="Authentication">
          <Inline text={`\`${key.name}\` header`} />
        </Fact>
        <Fact name="Guides">
          <ul className="flex flex-wrap gap-x-2">
            {guideLinks().map(({ href, title }) => (
              <li key={href}>
                <a href={href} className="link">
                  {title}
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
