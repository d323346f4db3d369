/** A node as a process: `node test/races/process.ts PATH`, on an SQLite file. Prints its address, and ends when its input ends. */
import { startNode } from './node.ts';

const [path = ''] = process.argv.slice(2);
const node = await startNode({ kind: 'sqlite', path });
console.log(await node.listen());
process.stdin.resume().once('end', () => void node.stop());
