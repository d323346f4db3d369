/** The colours of people as seen with colour blindness, computed after Machado, Oliveira and Fernandes (2009). */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { assignedColors, colorBeside, PERSON_COLORS } from '../../../web/people/person-palette.ts';

type Rgb = readonly [number, number, number];
type Matrix = readonly [Rgb, Rgb, Rgb];

const EYES: Readonly<Record<string, Matrix>> = {
  'all cones': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

/** In OKLab, where a distance of 0.02 is just noticeable between adjacent colours. */
const LEAST_DISTANCE = { light: 0.09, dark: 0.075 } as const;
/** The text colours on them, from web/ui/style/page.css. */
const INK = { light: '#15151c', dark: '#ffffff' } as const;
/** In the dark scheme, bars that are bright enough to be visible leave less contrast for text. */
const LEAST_CONTRAST = { light: 7, dark: 4.5 } as const;

function linear(hex: string): Rgb {
  const parts = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)) as unknown as Rgb;
}

function times(matrix: Matrix, [x, y, z]: Rgb): Rgb {
  return matrix.map(([a, b, c]) => a * x + b * y + c * z) as unknown as Rgb;
}

function oklab(rgb: Rgb): Rgb {
  const clipped = rgb.map((part) => Math.min(1, Math.max(0, part))) as unknown as Rgb;
  const cones = times(
    [
      [0.4122214708, 0.5363325363, 0.0514459929],
      [0.2119034982, 0.6806995451, 0.1073969566],
      [0.0883024619, 0.2817188376, 0.6299787005],
    ],
    clipped,
  ).map(Math.cbrt) as unknown as Rgb;
  return times(
    [
      [0.2104542553, 0.793617785, -0.0040720468],
      [1.9779984951, -2.428592205, 0.4505937099],
      [0.0259040371, 0.7827717662, -0.808675766],
    ],
    cones,
  );
}

function distance(one: Rgb, other: Rgb): number {
  return Math.hypot(...one.map((part, i) => part - (other[i] as number)));
}

function luminance(hex: string): number {
  const [red, green, blue] = linear(hex);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe('the colours of people', () => {
  for (const scheme of ['light', 'dark'] as const) {
    const colors = PERSON_COLORS.map((color) => color[scheme]);

    for (const [eyes, matrix] of Object.entries(EYES)) {
      it(`can be distinguished in the ${scheme} scheme, with ${eyes}`, () => {
        const seen = colors.map((hex) => oklab(times(matrix, linear(hex))));
        for (const [i, one] of seen.entries()) {
          for (const [j, other] of seen.slice(0, i).entries()) {
            const apart = distance(one, other);
            assert.ok(apart >= LEAST_DISTANCE[scheme], `${colors[i]} and ${colors[j]} are ${apart.toFixed(3)} apart`);
          }
        }
      });
    }

    it(`keep text on them legible in the ${scheme} scheme`, () => {
      for (const hex of colors) {
        const [darker, lighter] = [luminance(hex), luminance(INK[scheme])].sort((a, b) => a - b) as [number, number];
        assert.ok((lighter + 0.05) / (darker + 0.05) > LEAST_CONTRAST[scheme], hex);
      }
    });
  }

  it('differ within a schedule while there are enough, and stay when somebody leaves or joins', () => {
    const people = Array.from({ length: PERSON_COLORS.length }, (_, i) => ({ id: `usr_${i * 7919}` }));
    const all = assignedColors(people);
    assert.equal(new Set(all.values()).size, PERSON_COLORS.length);
    assert.deepEqual(new Map(assignedColors([...people].reverse())), new Map(all), 'whatever their order');
    const others = [{ id: 'usr_new' }, { id: 'usr_newer' }];
    const more = assignedColors(people.slice(0, 6), others);
    assert.equal(new Set(more.values()).size, 8);
    const kept = assignedColors(people.slice(0, 6));
    for (const { id } of people.slice(0, 6)) assert.equal(more.get(id), kept.get(id));
    assert.equal(assignedColors(people, others).size, 10, 'more people than colours');
    for (const id of ['usr_a', 'usr_b', 'usr_c', 'usr_d']) {
      assert.ok(![...kept.values()].includes(colorBeside(kept, id)), 'somebody who comes by an override');
    }
  });
});
