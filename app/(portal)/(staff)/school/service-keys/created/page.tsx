import { secretPage } from "../../../secret-page.tsx";
import { createdKey } from "../created-key.ts";

export default secretPage("school", "service-keys.read", createdKey, {
  title: "Your new service key",
  shown: ({ name, secret }) => ({
    secret,
    about: (
      <>
        This is the key of <bdi className="font-strong">{name}</bdi>.
      </>
    ),
    use: (
      <>
        The program sends it with each request, as{" "}
        <code className="font-mono text-small">Authorization: Bearer svk_…</code>
      </>
    ),
  }),
  lost: "We showed this key once, when it was created. If you didn’t save it, revoke it and create another.",
  back: { href: "/school/service-keys", text: "Back to the keys" },
});
