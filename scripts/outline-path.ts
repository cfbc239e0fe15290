/** Glyph outlines as short path data: whole units, relative commands, nearly straight curves as lines. */
import type { PathCommand } from "fontkit";

type Point = [x: number, y: number];
/** From the point before it: a line, or with a control point a quadratic curve. */
type Segment = { control?: Point; to: Point };
type Contour = { start: Point; segments: Segment[] };

/** What nobody can see: at a height of 100 pixels, a quarter of one. */
const TOLERANCE = 2;

/** Whether a point is as good as on the line between two others. */
function isBetween([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): boolean {
  const [dx, dy] = [bx - ax, by - ay];
  const length = Math.hypot(dx, dy);
  const along = (x - ax) * dx + (y - ay) * dy;
  const off = Math.abs((x - ax) * dy - (y - ay) * dx) / length;
  return length > 0 && off <= TOLERANCE && along >= 0 && along <= length * length;
}

function readContours(commands: PathCommand[], place: (x: number, y: number) => Point): Contour[] {
  const contours: Contour[] = [];
  for (const { command, args } of commands) {
    const [x, y, toX = x, toY = y] = args as [number, number, number?, number?];
    const to = args.length ? place(toX, toY) : undefined;
    if (command === "moveTo" && to) contours.push({ start: to, segments: [] });
    else if (command === "lineTo" && to) contours.at(-1)?.segments.push({ to });
    else if (command === "quadraticCurveTo" && to)
      contours.at(-1)?.segments.push({ control: place(x, y), to });
    else if (command !== "closePath") throw new Error(`The face has other curves: ${command}`);
  }
  return contours;
}

/** Curves that are nearly straight become lines, and lines that go on in the same direction one. */
function simplify({ start, segments }: Contour): Contour {
  const result: Segment[] = [];
  let from = start;
  let [runFrom, run]: [Point, Point[]] = [start, []];
  for (const { control, to } of segments) {
    const isLine = !control || isBetween(control, from, to);
    const goesOn = isLine && run.length > 0 && run.every((point) => isBetween(point, runFrom, to));
    if (goesOn) result.pop();
    else [runFrom, run] = [from, []];
    if (isLine) run.push(to);
    result.push(isLine ? { to } : { control, to });
    from = to;
  }
  return { start, segments: result };
}

function draw({ segments }: Contour, start: Point): string {
  let data = "";
  let [x, y] = start;
  let smooth: Point | undefined;
  for (const { control, to } of segments) {
    const [dx, dy] = [to[0] - x, to[1] - y];
    const isSmooth =
      control && smooth && Math.hypot(control[0] - smooth[0], control[1] - smooth[1]) <= TOLERANCE;
    if (isSmooth) data += `t${dx} ${dy}`;
    else if (control) data += `q${control[0] - x} ${control[1] - y} ${dx} ${dy}`;
    else data += dy === 0 ? `h${dx}` : dx === 0 ? `v${dy}` : `l${dx} ${dy}`;
    // A smooth curve's control point is the last one's reflection.
    const used = isSmooth ? smooth : control;
    smooth = used && [2 * to[0] - used[0], 2 * to[1] - used[1]];
    [x, y] = to;
  }
  return `${data}z`;
}

/** Only the first command is absolute, so that changing it moves the glyph. */
export function outlinePath(
  commands: PathCommand[],
  place: (x: number, y: number) => Point,
): string {
  let data = "";
  let last: Point = [0, 0];
  for (const contour of readContours(commands, place).map(simplify)) {
    const [x, y] = contour.start;
    data += data ? `m${x - last[0]} ${y - last[1]}` : `M${x} ${y}`;
    data += draw(contour, contour.start);
    last = contour.start;
  }
  return data.replaceAll(" -", "-");
}
