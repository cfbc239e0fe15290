import { GUIDES } from "../../generated/guides.ts";

/** Links to the guides, in order. */
export const guideLinks = () => GUIDES.map(({ name, title }) => ({ href: `/docs/${name}`, title }));
