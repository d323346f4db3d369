/** Compares manifests of Kubernetes with the models of its client: values of another type, and keys that do not exist, which the client itself ignores. */

interface Attribute {
  readonly baseName: string;
  readonly type: string;
}

interface Model {
  getAttributeTypeMap(): readonly Attribute[];
}

const PLAIN: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  IntOrString: (value) => typeof value === 'string' || Number.isInteger(value),
};

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

/** What is wrong with it; empty if nothing is. */
export async function problemsIn(manifest: Manifest): Promise<string[]> {
  return problemsAt(manifest.kind, manifest, `V1${manifest.kind}`);
}

async function problemsAt(place: string, value: unknown, type: string): Promise<string[]> {
  const [, element] = /^Array<(.*)>$/.exec(type) ?? /^Set<(.*)>$/.exec(type) ?? [];
  if (element !== undefined) {
    if (!Array.isArray(value)) return [`${place} is not a list`];
    const all = value.map((one, i) => problemsAt(`${place}[${i}]`, one, element));
    return (await Promise.all(all)).flat();
  }
  const fits = PLAIN[type];
  if (fits !== undefined) return fits(value) ? [] : [`${place} is not a ${type}: ${JSON.stringify(value)}`];
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${place} is not an object`];
  const [, ofValues] = /^\{ \[key: string\]: (.*); \}$/.exec(type) ?? [];
  const typeOf = ofValues === undefined ? await attributesOf(type) : () => ofValues;
  const all = Object.entries(value).map(([key, one]) => {
    const expected = typeOf(key);
    return expected === undefined ? [`${place}.${key} does not exist`] : problemsAt(`${place}.${key}`, one, expected);
  });
  return (await Promise.all(all)).flat();
}

async function attributesOf(type: string): Promise<(key: string) => string | undefined> {
  // The whole client takes a second to load.
  const models = await import(`@kubernetes/client-node/dist/gen/models/${type}.js`);
  const attributes = (models[type] as Model).getAttributeTypeMap();
  return (key) => attributes.find(({ baseName }) => baseName === key)?.type;
}
