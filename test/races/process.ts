/** A node as a process of its own: `node test/races/process.ts PATH`, on a SQLite file. Prints its address, and ends with its input. */
import { startNode } from './node.ts';

const [path = ''] = process.argv.slice(2);
const node = await startNode({ kind: 'sqlite', path });
console.log(await node.listen());
process.stdin.resume().once('end', () => void node.stop());
