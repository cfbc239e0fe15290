import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("privacy");

export default function Privacy() {
  return <TextPage name="privacy" />;
}
