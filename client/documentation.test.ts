import { expect, test } from 'bun:test';
import { join } from 'node:path';
import ts from 'typescript';

/** What `client/index.ts` exports, as editors and the reference see it. */
const file = join(import.meta.dir, 'index.ts');
const program = ts.createProgram([file], {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.Preserve,
  allowImportingTsExtensions: true,
  noEmit: true,
  strict: true,
  types: [],
  lib: ['lib.esnext.d.ts'],
});
const checker = program.getTypeChecker();

interface PublicMember {
  readonly name: string;
  readonly declaration: ts.Declaration;
  readonly documentation: string;
  readonly hasExample: boolean;
}

function describeSymbol(name: string, symbol: ts.Symbol): PublicMember[] {
  const [declaration] = symbol.declarations ?? [];
  if (declaration === undefined) return [];
  const documentation = ts.displayPartsToString(symbol.getDocumentationComment(checker));
  const hasExample = symbol.getJsDocTags(checker).some((tag) => tag.name === 'example');
  return [{ name, declaration, documentation, hasExample }];
}

/** The members of a class or an interface, also those that it takes over. */
function membersOf({ name, declaration }: PublicMember): PublicMember[] {
  if (!ts.isClassDeclaration(declaration) && !ts.isInterfaceDeclaration(declaration)) return [];
  return checker.getPropertiesOfType(checker.getTypeAtLocation(declaration)).flatMap((symbol) => {
    const isOwn = symbol.declarations?.some((own) => own.getSourceFile().fileName.startsWith(import.meta.dir));
    const isPrivate = symbol.declarations?.some(
      (own) => ts.isPropertyDeclaration(own) && ts.isPrivateIdentifier(own.name),
    );
    return isOwn && !isPrivate ? describeSymbol(`${name}.${symbol.name}`, symbol) : [];
  });
}

function readExports(): PublicMember[] {
  const source = program.getSourceFile(file);
  const module = source && checker.getSymbolAtLocation(source);
  return (module ? checker.getExportsOfModule(module) : []).flatMap((symbol) =>
    describeSymbol(symbol.name, symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol),
  );
}

const exported = readExports();
const members = exported.flatMap(membersOf);

/** What a program calls or passes, and what it catches. What it receives has a docstring alone. */
function needsExample({ name, declaration }: PublicMember): boolean {
  return (
    ts.isMethodDeclaration(declaration) ||
    ts.isMethodSignature(declaration) ||
    ts.isFunctionDeclaration(declaration) ||
    /^(?:Client|\w+Options|\w+Filters|RawRequest|ReceivedWebhook|WebhookRotation|KeyRotation)\./.test(name) ||
    (ts.isClassDeclaration(declaration) && name.endsWith('Error'))
  );
}

test('every export of the SDK and every member of it has a docstring', () => {
  expect(exported.length).toBeGreaterThan(80);
  expect(members.length).toBeGreaterThan(130);
  expect([...exported, ...members].filter(({ documentation }) => documentation === '').map(({ name }) => name)).toEqual(
    [],
  );
});

test('everything that a program calls or passes has an example', () => {
  const calls = [...exported, ...members].filter(needsExample);
  expect(calls.map(({ name }) => name)).toContain('Pets.list');
  expect(calls.filter(({ hasExample }) => !hasExample).map(({ name }) => name)).toEqual([]);
});
