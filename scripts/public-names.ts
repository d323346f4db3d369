/** Names in the OpenAPI document that generated clients have in their code: renaming one breaks the programs of others. */

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly operationId?: string }>>>>;
  readonly components: { readonly schemas: object };
}

/** `operation listSchedules`, `schema Schedule` */
export function publicNames({ paths, components }: Document): string[] {
  const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
  const operations = ids.filter((id) => id !== undefined).map((id) => `operation ${id}`);
  return [...operations, ...Object.keys(components.schemas).map((name) => `schema ${name}`)];
}
