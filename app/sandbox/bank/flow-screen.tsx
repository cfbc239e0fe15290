import { FlowFrame } from "./flow-frame.tsx";
import { Phone } from "./phone.tsx";

/** The flow inside the bank's app, with a link to open it alone, as in a webview. */
export function FlowScreen({ url }: { url: string }) {
  return (
    <>
      <Phone
        height="fixed"
        end={
          <a
            href="/sandbox/bank"
            className="inline-flex min-h-6 min-w-5.5 items-center justify-center underline"
          >
            Close
          </a>
        }
      >
        <FlowFrame url={url} />
      </Phone>
      <p className="mt-1 text-center">
        <a href={url} className="link-alone">
          Open as a full page
        </a>
      </p>
    </>
  );
}
