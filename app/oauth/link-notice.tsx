import { Notice } from "#components/ui/notice.tsx";
import { findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import { linkHandleIn } from "./link-path.ts";

/** Above the sign-in form: the bank whose consent request comes next. Reveals nothing about the cardholder. */
export async function LinkNotice({ next }: { next: string }) {
  const handle = linkHandleIn(next);
  const link = handle ? await findOpenLinkByHandle(handle) : null;
  if (!link) return null;
  return (
    <Notice>
      <bdi className="font-strong">{link.bankName}</bdi> wants to connect your rewards account. Sign
      in to see what that means. Is it your first time here? Set a password with the email address
      that your bank has for you.
    </Notice>
  );
}
