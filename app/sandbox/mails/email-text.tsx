/** An email's plain text as an email client shows it: a URL alone on a line becomes a link. */
export function EmailText({ text }: { text: string }) {
  // The index is a stable key: lines never move.
  const lines = text.trimEnd().split("\n").entries();
  return (
    <div className="whitespace-pre-wrap rounded-box border border-line bg-sheet p-2">
      {[...lines].map(([at, line]) =>
        /^https?:\/\/\S+$/.test(line) ? (
          <p key={at}>
            <a href={line} className="link-alone break-all">
              {line}
            </a>
          </p>
        ) : (
          <p key={at} className="min-h-3">
            {line}
          </p>
        ),
      )}
    </div>
  );
}
