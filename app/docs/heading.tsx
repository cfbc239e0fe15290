const LOOKS = { 2: "text-title", 3: "text-lead", 4: "text-base" } as const;

type HeadingProps = { level: keyof typeof LOOKS; id: string; children: string };

/** A heading that links to itself. */
export function Heading({ level, id, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  return (
    <Tag id={id} className={`group break-after-avoid font-strong ${LOOKS[level]}`}>
      <a href={`#${id}`}>
        {children}
        <span
          aria-hidden="true"
          className="invisible ml-1 font-normal text-quiet group-focus-within:visible group-hover:visible print:hidden"
        >
          #
        </span>
      </a>
    </Tag>
  );
}
