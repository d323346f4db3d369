import { spawnSync } from 'node:child_process';

/** Throws if one of these programs is missing. `tools`: the package of Debian that has each. */
export function needTools(tools: Readonly<Record<string, string>>): void {
  const missing = Object.keys(tools).filter((tool) => spawnSync('sh', ['-c', `command -v ${tool}`]).status !== 0);
  if (missing.length === 0) return;
  const packages = new Set(missing.map((tool) => tools[tool]));
  throw new Error(`${missing.join(', ')} is missing: apt-get install ${[...packages].join(' ')}`);
}
