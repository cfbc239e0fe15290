import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("terms");

export default function Terms() {
  return <TextPage name="terms" />;
}
