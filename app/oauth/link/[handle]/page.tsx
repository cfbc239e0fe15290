import { redirect } from "next/navigation";
import { requireCardholder } from "#app/session.ts";
import { findOpenLinkByHandle } from "#lib/accounts/consent.ts";
import { beginInteraction } from "#lib/oauth/interactions.ts";
import { LinkEnded } from "../../link-ended.tsx";
import { linkPath } from "../../link-path.ts";

export const policy = { react: false };

type Props = { params: Promise<{ handle: string }> };

export const metadata = { title: "Connect your account", robots: "noindex" };

/**
 * The URL that a bank sends its customer to. Opening it repeatedly, or by a link previewer, is harmless: nothing is
 * stored before a cardholder has signed in.
 */
export default async function OpenLink({ params }: Props) {
  const { handle } = await params;
  const link = await findOpenLinkByHandle(handle);
  if (!link) return <LinkEnded />;
  if (!link.isBankActive) return <LinkEnded suspendedBank={link.bankName} />;
  await requireCardholder(linkPath(handle));
  redirect(await beginInteraction(link));
}
