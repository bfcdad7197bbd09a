import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { load } from 'js-yaml';
import ts from 'typescript';

const SRC = fileURLToPath(new URL('../../src/', import.meta.url));

/** Unions of the model whose members are codes too, but no reason codes; each is documented elsewhere. */
const OTHER_CODES = ['NextCode', 'ActionCode', 'ErrorCode', 'TimelineCode'] as const;

/**
 * Every reason code that src can put into a report: the texts given to something called `code` in TypeScript, and the
 * codes of rules in YAML. Read from the syntax, so that a code which no test world emits is found as well.
 */
export function reasonCodes(): ReadonlySet<string> {
  const codes = new Set<string>();
  for (const file of sources('.ts')) for (const code of codesIn(parse(file))) codes.add(code);
  for (const file of sources('.yaml'))
    for (const code of codesInData(load(readFileSync(file, 'utf8')))) codes.add(code);
  const others = [...OTHER_CODES.map(unionMembers), syncEffectCodes()].flatMap((members) => [...members]);
  for (const other of others) codes.delete(other);
  return codes;
}

/** The members of a union of texts that the model exports. */
export function unionMembers(name: string): ReadonlySet<string> {
  const found = sources('.ts', 'model/').flatMap((file) =>
    parse(file).statements.filter((node) => ts.isTypeAliasDeclaration(node) && node.name.text === name),
  );
  const [alias] = found as ts.TypeAliasDeclaration[];
  if (alias === undefined) throw new Error(`the model has no type ${name}`);
  return textsOfUnion(alias.type);
}

/** The codes of what a sync would do. */
export function syncEffectCodes(): ReadonlySet<string> {
  const file = parse(join(SRC, 'model/report.ts'));
  const effect = file.statements.find((node) => ts.isInterfaceDeclaration(node) && node.name.text === 'SyncEffect');
  const members = (effect as ts.InterfaceDeclaration | undefined)?.members ?? [];
  const code = members.find((member) => member.name?.getText(file) === 'code');
  if (code === undefined || !ts.isPropertySignature(code) || code.type === undefined) {
    throw new Error('SyncEffect has no code');
  }
  return textsOfUnion(code.type);
}

function textsOfUnion(type: ts.TypeNode): ReadonlySet<string> {
  const members = ts.isUnionTypeNode(type) ? type.types : [type];
  return new Set(
    members.flatMap((member) =>
      ts.isLiteralTypeNode(member) && ts.isStringLiteral(member.literal) ? [member.literal.text] : [],
    ),
  );
}

/** Texts given as a property `code`, a variable `code`, or the argument for a parameter `code` of a function in the file. */
function codesIn(file: ts.SourceFile): string[] {
  const position = parametersCalledCode(file);
  const codes: string[] = [];
  const visit = (node: ts.Node): void => {
    if ((ts.isPropertyAssignment(node) || ts.isVariableDeclaration(node)) && node.name.getText(file) === 'code') {
      if (node.initializer !== undefined) codes.push(...results(node.initializer));
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const argument = node.arguments[position.get(node.expression.text) ?? -1];
      if (argument !== undefined) codes.push(...results(argument));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return codes;
}

function parametersCalledCode(file: ts.SourceFile): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionDeclaration(node) && node.name !== undefined) {
      const at = node.parameters.findIndex((parameter) => parameter.name.getText(file) === 'code');
      if (at >= 0) found.set(node.name.text, at);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** What an expression can result in, as far as it is written as text: both branches of a choice, not its condition. */
function results(node: ts.Expression): string[] {
  // An empty text stands for none.
  if (ts.isStringLiteralLike(node)) return node.text === '' ? [] : [node.text];
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) return results(node.expression);
  if (ts.isConditionalExpression(node)) return [...results(node.whenTrue), ...results(node.whenFalse)];
  const either = [ts.SyntaxKind.QuestionQuestionToken, ts.SyntaxKind.BarBarToken];
  if (ts.isBinaryExpression(node) && either.includes(node.operatorToken.kind)) {
    return [...results(node.left), ...results(node.right)];
  }
  return [];
}

function codesInData(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(codesInData);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'code' && typeof inner === 'string' ? [inner] : codesInData(inner),
  );
}

function sources(extension: string, folder = ''): string[] {
  return readdirSync(join(SRC, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(extension))
    .map((name) => join(SRC, folder, name))
    .sort();
}

const parsed = new Map<string, ts.SourceFile>();

function parse(file: string): ts.SourceFile {
  const known = parsed.get(file) ?? ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.ES2023, true);
  parsed.set(file, known);
  return known;
}
