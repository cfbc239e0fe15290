import { secretPage } from "../../../secret-page.tsx";
import { createdKey } from "../created-key.ts";

export default secretPage("bank", "keys.read", createdKey, {
  title: "Your new API key",
  shown: ({ name, apiKey, isWaiting }) => ({
    secret: apiKey,
    about: (
      <>
        This is the key <bdi className="font-strong">{name}</bdi>.
      </>
    ),
    use: (
      <>
        {isWaiting && "It works once another admin of your team has released it. "}
        Your servers send it with each request, in the header{" "}
        <code className="font-mono text-small">X-Service-API-Key</code>. Never put it in an app, a
        browser, or a repository.
      </>
    ),
  }),
  lost: "We showed this key once, when it was created. If you didn’t save it, revoke it and create another.",
  back: { href: "/bank/keys", text: "Back to the keys" },
});
