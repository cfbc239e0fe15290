import { StepList } from "../steps.tsx";

const STEPS = [
  {
    title: "The bank’s server requests the link",
    text: "POST /v1/accounts/link with a redirect_uri, a state, a nonce, and a PKCE challenge. The account waits as pending_oauth.",
  },
  {
    title: "The customer decides",
    text: "They sign in, or set a first password, and see what the bank can do and see.",
  },
  {
    title: "The bank’s server redeems the code",
    text: "At /oauth/token, with the bank’s ID and API key. That activates the account.",
  },
  {
    title: "The bank is notified",
    text: "The ID token names the account, and a signed account.linked webhook repeats it.",
  },
];

/** What happens after the button is pressed. */
export const ConnectSteps = () => <StepList steps={STEPS} />;
