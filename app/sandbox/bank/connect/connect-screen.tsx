import { Form } from "#components/ui/form.tsx";
import type { Connected } from "#lib/sandbox/connect.ts";
import { Phone } from "../phone.tsx";

const BUTTON =
  "mt-2 min-h-6 w-full cursor-pointer rounded-box bg-[#0e5563] px-2.5 font-strong text-[#ffffff] hover:bg-[#0a3f4a]";

const SAID: Record<Connected["outcome"], string> = {
  connected: "Your account is connected. You can give Travel Miles now.",
  declined: "You didn’t connect your account. You can try again whenever you like.",
  refused: "That didn’t work, and nothing was connected. Please try again.",
};

/** The bank's app before and after its customer has decided. */
export function ConnectScreen({ outcome }: { outcome: Connected["outcome"] | undefined }) {
  return (
    <Phone end={<p className="text-small">Jordan Sample</p>}>
      <div className="grid grow content-start gap-3 overflow-y-auto bg-paper p-2.5">
        {outcome && (
          <p role="status" className="rounded-box border border-line bg-sheet p-2">
            {SAID[outcome]}
          </p>
        )}
        <div className="rounded-box border border-line bg-sheet p-2">
          <h2 className="font-strong text-lead">Give points to your team</h2>
          <p className="mt-0.5 text-quiet">Connect the account that you give with.</p>
          <Form method="post" action="/sandbox/bank/connect/start">
            <button type="submit" className={BUTTON}>
              Connect with your account
            </button>
          </Form>
        </div>
        <p className="text-quiet text-small">
          The bank and its customer are fictional. The link is created in this sandbox.
        </p>
      </div>
    </Phone>
  );
}
