/** PNG files from drawings, by the renderer that Next.js brings. */
import og from "next/og.js";

/**
 * Rasterizes an SVG. It must have no text: for characters that no font has, the renderer would ask servers
 * of others.
 */
export async function pngOf(
  svg: string,
  size: { width: number; height: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const src = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
  const element = { type: "img", key: null, props: { src, ...size } };
  const image = new og.ImageResponse(element, size);
  return new Uint8Array(await image.arrayBuffer());
}
