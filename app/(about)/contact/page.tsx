import { TextPage, textPageMetadata } from "../text-page.tsx";

export const policy = { cached: true };

export const generateMetadata = () => textPageMetadata("contact");

export default () => <TextPage name="contact" />;
