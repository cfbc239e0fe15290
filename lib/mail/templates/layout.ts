/** The one layout of all mails: a single column of ink on paper, with one button. */
import type { ReactNode } from "react";
import { type Kit, mailKit } from "./kit.ts";
import type { Letter, Letterhead } from "./letter.ts";
import { DARK, LOOKS } from "./looks.ts";

const paragraphsOf = ({ h, Text }: Kit, paragraphs: string[] = []) =>
  paragraphs.map((paragraph) =>
    h(Text, { key: paragraph, className: "ink", style: LOOKS.paragraph }, paragraph),
  );

const moneyOf = ({ h, Text }: Kit, money: Letter["money"]) =>
  money && [
    h(Text, { key: "amount", className: "ink", style: LOOKS.amount }, money.amount),
    ...money.points.map((line) =>
      h(Text, { key: line, className: "quiet", style: LOOKS.points }, line),
    ),
  ];

function factsOf({ h }: Kit, facts: Letter["facts"] = []): ReactNode {
  if (facts.length === 0) return null;
  const rows = facts.map(([name, value]) =>
    h(
      "tr",
      { key: name },
      h("td", { className: "quiet line", style: LOOKS.name }, name),
      h("td", { className: "ink line", style: LOOKS.value }, value),
    ),
  );
  const table = { role: "presentation", className: "line", style: LOOKS.facts };
  return h("table", table, h("tbody", null, rows));
}

const buttonOf = ({ h, Button }: Kit, button: Letter["button"]) =>
  button &&
  h(Button, { href: button.link, className: "action", style: LOOKS.button }, button.label);

function footerOf({ h, Text }: Kit, letter: Letter, settingsLink: string): ReactNode {
  const link = h(
    "a",
    { href: settingsLink, target: "_blank", className: "accent", style: LOOKS.link },
    "Choose which mails you get",
  );
  return [
    h("hr", { key: "line", className: "line", style: LOOKS.footerLine }),
    h(Text, { key: "why", className: "quiet", style: LOOKS.footer }, letter.why),
    letter.optional &&
      h(Text, { key: "choose", className: "quiet", style: LOOKS.footer }, link, "."),
  ];
}

function contentOf(kit: Kit, letter: Letter, head: Letterhead): ReactNode {
  const { h, Text, Heading } = kit;
  return h(
    "div",
    { style: LOOKS.cell },
    h(Text, { className: "ink", style: LOOKS.wordmark }, head.brandName),
    head.notice && h(Text, { className: "quiet", style: LOOKS.notice }, head.notice),
    h(Heading, { as: "h1", className: "ink", style: LOOKS.heading }, letter.heading),
    moneyOf(kit, letter.money),
    paragraphsOf(kit, letter.paragraphs),
    factsOf(kit, letter.facts),
    buttonOf(kit, letter.button),
    paragraphsOf(kit, letter.afterwards),
    footerOf(kit, letter, head.settingsLink),
  );
}

/** The letter as HTML. */
export async function renderHtml(letter: Letter, head: Letterhead): Promise<string> {
  const kit = await mailKit();
  const { h, Html, Head, Preview, Body, Container, render } = kit;
  return render(
    h(
      Html,
      { lang: "en" },
      h(
        Head,
        null,
        h("title", null, letter.subject),
        h("meta", { name: "viewport", content: "width=device-width, initial-scale=1" }),
        h("meta", { name: "color-scheme", content: "light dark" }),
        h("meta", { name: "supported-color-schemes", content: "light dark" }),
        h("style", null, DARK),
      ),
      h(
        Body,
        { className: "paper", style: LOOKS.body },
        h(Preview, { children: letter.preview }),
        h(Container, { style: LOOKS.column }, contentOf(kit, letter, head)),
      ),
    ),
  );
}
