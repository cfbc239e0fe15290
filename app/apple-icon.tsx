import { ImageResponse } from "next/og";

export const size = { width: 180, height: 180 };
export const contentType = "image/png";

/** The ticket from icon.svg, for home screens that need a PNG. */
const TICKET = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" width="180" height="180"><path d="M0 0h32v32H0z" fill="#f5f3ee"/><path d="M5 8h22v5a3 3 0 0 0 0 6v5H5v-5a3 3 0 0 0 0-6z" fill="#13141a"/><path d="M20 9.5v13" stroke="#f5f3ee" stroke-width="1.6" stroke-dasharray="1.8 2"/><path d="M12.5 11.5v9M9.5 16h6" stroke="#f5f3ee" stroke-width="2.6"/></svg>`;

export default function AppleIcon() {
  const src = `data:image/svg+xml;base64,${Buffer.from(TICKET).toString("base64")}`;
  // biome-ignore lint/performance/noImgElement: rendered into an image, not onto a page
  return new ImageResponse(<img src={src} alt="" width={180} height={180} />, size);
}
