/** The contrast of two opaque colours, by the formula of WCAG 2.2: from 1 to 21. */
import assert from 'node:assert/strict';

/** `#15151c`, or `rgb(21, 21, 28)` as browsers compute it. */
export function contrastOf(one: string, other: string): number {
  const [low = 0, high = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = partsOf(color).map((part) =>
    part / 255 <= 0.04045 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function partsOf(color: string): number[] {
  if (/^#[0-9a-f]{6}$/.test(color)) return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  const [, ...parts] = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(color) ?? assert.fail(`not an opaque colour: ${color}`);
  return parts.map(Number);
}
