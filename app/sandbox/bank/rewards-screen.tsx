import { Balance, MADE_UP_BALANCE, Phone } from "./phone.tsx";

const EARNED = [
  ["Ferry Street Market", "312"],
  ["Olentangy Books", "184"],
  ["Lakeside Rail", "2,460"],
] as const;

const BUTTON =
  "mt-2 min-h-6 w-full cursor-pointer rounded-box bg-[#0e5563] px-2.5 font-strong text-[#ffffff] hover:bg-[#0a3f4a]";

/** The bank's rewards screen. @param form the id of the form that the button submits */
export function RewardsScreen({ form }: { form: string }) {
  return (
    <Phone end={<p className="text-small">Jordan Sample</p>}>
      <Balance points={MADE_UP_BALANCE}>Worth $482 to your team, at 100 points for $1</Balance>
      <div className="grid grow content-start gap-3 overflow-y-auto bg-paper p-2.5">
        <div className="rounded-box border border-line bg-sheet p-2">
          <h2 className="font-strong text-lead">Give points to your team</h2>
          <p className="mt-0.5 text-quiet">Your points become dollars for your school’s teams.</p>
          <button type="submit" form={form} className={BUTTON}>
            Give points
          </button>
        </div>
        <div>
          <h2 className="font-strong">Earned recently</h2>
          <ul className="figures mt-1 border-line border-b">
            {EARNED.map(([where, points]) => (
              <li key={where} className="flex justify-between gap-2 border-line border-t py-1.5">
                <span className="min-w-0">{where}</span>
                <span className="shrink-0">
                  +{points}
                  <span className="sr-only"> points</span>
                </span>
              </li>
            ))}
          </ul>
        </div>
        <p className="text-quiet text-small">
          The bank, its customer, and these figures are fictional. The donation screen behind the
          button is real.
        </p>
      </div>
    </Phone>
  );
}
