/**
 * Which error codes the code of an operation can throw, read from the source: every code that is written in a function to which the route refers, directly
 * or through other functions.
 *
 * It over-approximates: a function that is named counts as called, with all its branches. Names are followed, not values: a method of an object belongs
 * to the function that creates the object, so what `services` hands in is unknown here (`HANDED_IN`).
 */
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript5';
import { ERRORS, type ErrorCode } from '../../src/errors.ts';

const SOURCE = fileURLToPath(new URL('../../src/', import.meta.url));

/** Functions that give access to something behind an interface, and what creates that. The database throws what all operations share. */
const HANDED_IN: ReadonlyMap<string, string> = new Map([['getChat', 'connectChat']]);

const ROUTE_METHODS = ['del', 'get', 'post', 'put', 'patch', 'delete'];

export interface ReachableErrors {
  /** Of each operation, by the operationId. A function is not followed if `isCut` says so. */
  ofOperations(isCut: (operationId: string, name: string) => boolean): ReadonlyMap<string, Found>;
  /** Of a function, without those of the files for which `isCut`. */
  ofFunction(name: string, isCut: (file: string) => boolean): Found;
}

/** The codes, and for each of them the shortest way to it, through the names of functions. */
export type Found = ReadonlyMap<ErrorCode, readonly string[]>;

interface Part {
  readonly codes: ReadonlySet<ErrorCode>;
  readonly refersTo: ReadonlySet<ts.Node>;
}

export function findReachableErrors(): ReachableErrors {
  const program = createProgram();
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(SOURCE));
  const parts = new Map<ts.Node, Part>();

  function partOf(node: ts.Node): Part {
    const known = parts.get(node) ?? readPart(node);
    parts.set(node, known);
    return known;
  }

  function readPart(root: ts.Node): Part {
    const codes = new Set<ErrorCode>();
    const refersTo = new Set<ts.Node>();
    const visit = (node: ts.Node): void => {
      if (ts.isTypeNode(node) && !ts.isExpressionWithTypeArguments(node)) return;
      if (ts.isStringLiteral(node) && node.text in ERRORS && !isCompared(node)) codes.add(node.text as ErrorCode);
      if (ts.isIdentifier(node))
        for (const found of declarationsOf(node)) if (!isWithin(found, root)) refersTo.add(found);
      ts.forEachChild(node, visit);
    };
    visit(root);
    return { codes, refersTo };
  }

  function declarationsOf(name: ts.Identifier): readonly ts.Node[] {
    if (!isReference(name)) return [];
    const isShorthand = ts.isShorthandPropertyAssignment(name.parent);
    const symbol = isShorthand
      ? checker.getShorthandAssignmentValueSymbol(name.parent)
      : checker.getSymbolAtLocation(name);
    if (symbol === undefined) return [];
    const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const handedIn = HANDED_IN.get(target.name);
    const found = handedIn === undefined ? [] : [declarationNamed(handedIn)];
    return [...(target.declarations ?? []).flatMap(codeOf), ...found];
  }

  function declarationNamed(name: string): ts.Node {
    const [found, ...others] = files.flatMap(({ statements }) =>
      statements.filter((statement) => ts.isFunctionDeclaration(statement) && statement.name?.text === name),
    );
    if (found === undefined || others.length > 0) throw new Error(`there must be one function ${name} in src/`);
    return found;
  }

  /** Breadth first, so that the first way to a code is the shortest. */
  function reachableFrom(roots: readonly ts.Node[], isCut: (node: ts.Node) => boolean): Found {
    const found = new Map<ErrorCode, readonly string[]>();
    const ways = new Map<ts.Node, readonly string[]>(roots.map((root) => [root, []]));
    for (const [node, way] of ways) {
      const { codes, refersTo } = partOf(node);
      for (const code of codes) if (!found.has(code)) found.set(code, way);
      for (const next of refersTo) {
        if (!ways.has(next) && !isCut(next)) ways.set(next, [...way, nameOf(next)]);
      }
    }
    return found;
  }

  const routes = files.filter(({ fileName }) => fileName.startsWith(`${SOURCE}http/routes/`)).flatMap(routesIn);

  return {
    ofOperations: (isCut) =>
      new Map(
        routes.map(({ operationId, roots }) => [
          operationId,
          reachableFrom(roots, (node) => isCut(operationId, nameOf(node))),
        ]),
      ),
    ofFunction: (name, isCut) =>
      reachableFrom([declarationNamed(name)], (node) => isCut(node.getSourceFile().fileName.slice(SOURCE.length))),
  };
}

/** Without the libraries: only names of our own are followed. */
function createProgram(): ts.Program {
  const options: ts.CompilerOptions = {
    noLib: true,
    types: [],
    target: ts.ScriptTarget.ESNext,
    module: ts.ModuleKind.Preserve,
    allowImportingTsExtensions: true,
  };
  const host = ts.createCompilerHost(options);
  host.resolveModuleNameLiterals = (names, from) =>
    names.map(({ text }) => {
      if (!text.startsWith('.') || !text.endsWith('.ts')) return { resolvedModule: undefined };
      return { resolvedModule: { resolvedFileName: resolve(dirname(from), text), extension: ts.Extension.Ts } };
    });
  return ts.createProgram([`${SOURCE}http/app.ts`], options, host);
}

interface Route {
  readonly operationId: string;
  /** Its handler, its hooks and other options, and the hooks that are installed beside it. */
  readonly roots: readonly ts.Node[];
}

/** Calls such as `app.get(path, { schema: { operationId, … }, … }, handler)`. */
function routesIn(file: ts.SourceFile): readonly Route[] {
  const calls = descendantsOf(file).filter(ts.isCallExpression);
  return calls.flatMap((call) => {
    if (!ROUTE_METHODS.includes(methodOf(call) ?? '')) return [];
    const [, options, handler] = call.arguments;
    if (options === undefined || !ts.isObjectLiteralExpression(options)) return [];
    const operationId = operationIdIn(options);
    if (operationId === undefined) return [];
    const around = ts.findAncestor(call, ts.isFunctionDeclaration);
    const hooks = calls.filter(
      (other) => methodOf(other) === 'addHook' && around !== undefined && isWithin(other, around),
    );
    const others = options.properties.filter((property) => property.name?.getText() !== 'schema');
    return { operationId, roots: [...others, ...hooks, ...(handler === undefined ? [] : [handler])] };
  });
}

function operationIdIn(options: ts.ObjectLiteralExpression): string | undefined {
  const property = descendantsOf(options)
    .filter(ts.isPropertyAssignment)
    .find(({ name }) => name.getText() === 'operationId');
  return property !== undefined && ts.isStringLiteral(property.initializer) ? property.initializer.text : undefined;
}

function methodOf({ expression }: ts.CallExpression): string | undefined {
  if (ts.isIdentifier(expression)) return expression.text;
  return ts.isPropertyAccessExpression(expression) ? expression.name.text : undefined;
}

function descendantsOf(node: ts.Node): ts.Node[] {
  const found: ts.Node[] = [];
  const visit = (child: ts.Node): void => {
    found.push(child);
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return found;
}

/** `error.code === 'not_found'` reads a code, and throws none. */
function isCompared({ parent }: ts.Node): boolean {
  return (
    ts.isCaseClause(parent) ||
    (ts.isBinaryExpression(parent) &&
      [ts.SyntaxKind.EqualsEqualsEqualsToken, ts.SyntaxKind.ExclamationEqualsEqualsToken].includes(
        parent.operatorToken.kind,
      ))
  );
}

/** Not the name of a property, nor of something that is declared here. */
function isReference(name: ts.Identifier): boolean {
  const { parent } = name;
  if (ts.isPropertyAccessExpression(parent)) return parent.expression === name;
  if (ts.isPropertyAssignment(parent)) return parent.initializer === name;
  if (ts.isBindingElement(parent)) return parent.initializer === name;
  // A class that is asked about is not created.
  if (ts.isBinaryExpression(parent)) return parent.operatorToken.kind !== ts.SyntaxKind.InstanceOfKeyword;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isMethodDeclaration(parent)) return false;
  return true;
}

/** What is behind a name of ours: parameters and types are none. */
function codeOf(declaration: ts.Node): readonly ts.Node[] {
  if (!declaration.getSourceFile().fileName.startsWith(SOURCE)) return [];
  if (ts.isBindingElement(declaration)) return [ts.findAncestor(declaration, isDeclared) ?? []].flat().flatMap(codeOf);
  const hasCode =
    ts.isFunctionDeclaration(declaration) ||
    ts.isClassDeclaration(declaration) ||
    ts.isVariableDeclaration(declaration);
  return hasCode ? [declaration] : [];
}

function isDeclared(node: ts.Node): boolean {
  return ts.isVariableDeclaration(node) || ts.isParameter(node);
}

function isWithin(node: ts.Node, root: ts.Node): boolean {
  return ts.findAncestor(node, (ancestor) => ancestor === root) !== undefined;
}

function nameOf(declaration: ts.Node): string {
  const { name } = declaration as ts.NamedDeclaration;
  return name?.getText() ?? '?';
}
