import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("help");

export default function Help() {
  return <TextPage name="help" />;
}
