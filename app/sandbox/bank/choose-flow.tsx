import { Button } from "#components/ui/button.tsx";
import { Select } from "#components/ui/field.tsx";
import { Form } from "#components/ui/form.tsx";
import { type FlowChoice, listOptions } from "#lib/sandbox/flow-choice.ts";

/** The form's id, for the submit button in the bank's app. */
export const CHOOSE_FORM = "choose-flow";

/** What the bank's server requests when its customer opens the flow. */
export function ChooseFlow({ choice, isAgain }: { choice: FlowChoice; isAgain: boolean }) {
  return (
    <Form id={CHOOSE_FORM} method="post" action="/sandbox/bank/open" className="max-w-form">
      <div className="grid gap-2">
        <Select
          id="amount"
          label="Preset amount"
          options={listOptions("amount")}
          defaultValue={choice.amount}
        />
        <Select
          id="school"
          label="Preset school"
          options={listOptions("school")}
          defaultValue={choice.school}
        />
        <Select
          id="theme"
          label="Theme"
          options={listOptions("theme")}
          defaultValue={choice.theme}
        />
        <Button look="quiet" className="justify-self-start">
          {isAgain ? "Open a new donation screen" : "Open the donation screen"}
        </Button>
      </div>
    </Form>
  );
}
