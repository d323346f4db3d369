/** Parses the Dockerfile by stage: enough of its syntax to follow what is copied and run. */
export interface Stage {
  readonly instructions: readonly Instruction[];
  readonly copies: readonly Copy[];
}

export interface Instruction {
  /** In upper case: `COPY`. */
  readonly name: string;
  readonly words: string;
}

export interface Copy {
  /** The stage to copy from; undefined: the folder of the Dockerfile. */
  readonly from: string | undefined;
  readonly sources: readonly string[];
  readonly target: string;
}

export function stagesOf(dockerfile: string): Stage[] {
  const stages: Instruction[][] = [];
  for (const line of dockerfile
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', ' ')
    .split('\n')) {
    const [, name, words = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    if (name !== undefined) stages.at(-1)?.push({ name, words });
  }
  return stages.map((instructions) => ({ instructions, copies: instructions.filter(isCopy).map(copyIn) }));
}

/** The words of an instruction in list form: the program and its arguments. */
export function listIn({ instructions }: Stage, name: string): readonly string[] {
  const [list] = /\[.*\]/.exec(instructions.find((instruction) => instruction.name === name)?.words ?? '') ?? [];
  if (list === undefined) throw new Error(`the Dockerfile has no ${name} that is a list`);
  return JSON.parse(list) as string[];
}

function isCopy({ name }: Instruction): boolean {
  return name === 'COPY';
}

function copyIn({ words }: Instruction): Copy {
  const [, from, paths = ''] = /^(?:--from=(\S+)\s+)?(.*)$/.exec(words) ?? [];
  const sources = paths.split(/\s+/);
  const target = sources.pop() ?? '';
  return { from, sources, target };
}
