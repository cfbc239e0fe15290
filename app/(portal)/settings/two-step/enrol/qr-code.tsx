import QRCode from "qrcode";

/** Audiences need so much white around the code, in modules. */
const QUIET_ZONE = 4;

/** All dark modules as a single SVG path. */
function pathOf({ size, data }: QRCode.BitMatrix): string {
  let path = "";
  data.forEach((dark, at) => {
    if (dark) path += `M${at % size} ${Math.floor(at / size)}h1v1h-1z`;
  });
  return path;
}

/** A QR code, black on white in every theme: cameras read other colors poorly. */
export function QrCode({ text, name }: { text: string; name: string }) {
  const { modules } = QRCode.create(text, { errorCorrectionLevel: "M" });
  const side = modules.size + 2 * QUIET_ZONE;
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`}
      shapeRendering="crispEdges"
      className="size-28 max-w-full rounded-box border border-line forced-color-adjust-none"
    >
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#ffffff" />
      <path d={pathOf(modules)} fill="#000000" />
    </svg>
  );
}
