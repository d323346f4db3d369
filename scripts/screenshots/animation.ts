/**
 * Joins PNG pictures of the same size into one animated PNG. The compressed data of each picture is copied into a frame, chunk by chunk
 * (https://www.w3.org/TR/png-3/#apng-frame-based-animation), so no other tool is needed.
 */
import { crc32 } from 'node:zlib';

export interface Frame {
  readonly png: Buffer;
  readonly shownMs: number;
}

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
}

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** The animation repeats for ever. */
export function animationOf(frames: readonly Frame[]): Buffer {
  const pictures = frames.map(({ png, shownMs }) => ({ chunks: chunksOf(png), shownMs }));
  const header = pictures[0]?.chunks.find(({ type }) => type === 'IHDR')?.data;
  if (header === undefined) throw new Error('an animation needs a picture');
  let sequence = 0;

  function frameControl(shownMs: number): Buffer {
    const data = Buffer.alloc(26);
    data.writeUInt32BE(sequence++, 0);
    header?.copy(data, 4, 0, 8);
    data.writeUInt16BE(shownMs, 20);
    data.writeUInt16BE(1000, 22);
    return chunk('fcTL', data);
  }

  function frameData(data: Buffer): Buffer {
    const number = Buffer.alloc(4);
    number.writeUInt32BE(sequence++);
    return chunk('fdAT', Buffer.concat([number, data]));
  }

  const control = Buffer.alloc(8);
  control.writeUInt32BE(frames.length, 0);
  const body = pictures.flatMap(({ chunks, shownMs }, i) => {
    if (!chunks[0]?.data.equals(header))
      throw new Error('the pictures of an animation must have the same size and colours');
    const data = chunks.filter(({ type }) => type === 'IDAT').map((one) => one.data);
    return [frameControl(shownMs), ...data.map((one) => (i === 0 ? chunk('IDAT', one) : frameData(one)))];
  });
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('acTL', control),
    ...body,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunksOf(png: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < png.length; ) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const check = Buffer.alloc(4);
  check.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, check]);
}
