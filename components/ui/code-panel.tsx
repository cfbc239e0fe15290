/** Code in a panel with its language, highlighted on the server. public/docs.js adds a button that copies it. */
import type { ReactNode } from "react";

const NAMES: Record<string, string> = {
  sh: "Shell",
  json: "JSON",
  js: "JavaScript",
  tsx: "TypeScript",
  html: "HTML",
  php: "PHP",
};

const nameOf = (language: string) =>
  NAMES[language] ?? language.charAt(0).toUpperCase() + language.slice(1);

const HASH = /(?:^|(?<=\s))#[^\n]*/;
const SLASHES = /(?<![:\w])\/\/[^\n]*|\/\*[\s\S]*?\*\/|<!--[\s\S]*?-->/;
/** JSON has names in place of comments, in the color of their panel. */
const KEY = /"(?:\\.|[^"\\\n])*"(?=\s*:)/;

const COMMENTS: Record<string, RegExp> = { sh: HASH, python: HASH, ruby: HASH, json: KEY };
const STRING = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`/;
const WORD =
  /\b(?:as|async|await|class|const|def|do|done|else|end|export|extends|false|final|fi|for|from|func|fun|function|guard|if|import|in|let|new|nil|none|null|of|override|package|private|public|return|self|static|struct|then|throw|true|try|type|val|var|void|while)\b/;
const NUMBER = /\b\d[\d_.]*\b/;

/** Short elements without classes, since a page has hundreds: comments, strings, words, and numbers. */
function highlight(code: string, language: string): ReactNode[] {
  const words = language === "sh" ? [] : [WORD, NUMBER];
  const isJson = language === "json";
  const parts = [COMMENTS[language] ?? SLASHES, STRING, ...words].map(({ source }) => source);
  const tokens = new RegExp(`(${parts.join(")|(")})`, "gm");
  const nodes: ReactNode[] = [];
  let end = 0;
  for (const { 0: text, 1: comment, 2: string, 3: word, index } of code.matchAll(tokens)) {
    if (isJson && comment) continue;
    const Tag = comment ? "small" : string ? "i" : word && !isJson ? "b" : "u";
    nodes.push(code.slice(end, index), <Tag key={index}>{text}</Tag>);
    end = index + text.length;
  }
  return [...nodes, code.slice(end)];
}

type Sample = { language: string; code: string };

/** Long lines scroll, by keyboard too. */
const Lines = ({ language, code, label }: Sample & { label?: string | undefined }) => (
  <pre
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard
    tabIndex={0}
    className={language === "json" ? "json" : undefined}
    {...(label ? { role: "region", "aria-label": label } : {})}
  >
    {highlight(code, language)}
  </pre>
);

/** @property label its name for screen readers */
type PanelProps = Sample & { title?: string; label?: string };

export const CodePanel = ({ title, label, ...sample }: PanelProps) => (
  <div className="code-panel">
    <p>{title ?? nameOf(sample.language)}</p>
    <Lines {...sample} label={label} />
  </div>
);

/** The same program in several languages, one of which shows. Without scripts, too. */
export const CodeTabs = ({ samples }: { samples: Sample[] }) => (
  <fieldset className="code-panel">
    <legend className="sr-only">Language</legend>
    {samples.flatMap(({ language, code }, at) => [
      <label key={language}>
        <input type="radio" name="language" defaultChecked={at === 0} />
        {nameOf(language)}
      </label>,
      <Lines key={`${language} code`} language={language} code={code} />,
    ])}
  </fieldset>
);
