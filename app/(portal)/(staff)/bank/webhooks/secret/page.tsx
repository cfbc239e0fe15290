import { secretPage } from "../../../secret-page.tsx";
import { newSecret } from "../new-secret.ts";

export default secretPage("bank", "webhooks.read", newSecret, {
  title: "Your signing secret",
  shown: ({ path, secret }) => ({
    secret,
    about: "This secret signs everything that we send to the address.",
    use: "Verify the signature before you act on it. If there was a secret before, it also signs for 24 hours: until then, accept either.",
    path,
  }),
  lost: "We showed this secret once. If you didn’t save it, roll it: you get another one.",
  back: { href: "/bank/webhooks", text: "Back to the webhooks" },
});
