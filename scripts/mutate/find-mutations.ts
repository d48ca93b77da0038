import ts from 'typescript';

/** A changed line of a source. */
export interface Mutation {
  readonly path: string;
  readonly line: number;
  readonly kind: string;
  readonly before: string;
  readonly after: string;
}

const comparisons: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>', '===': '!==', '!==': '===' };
const logic: Record<string, string> = { '&&': '||', '||': '&&' };
const sql: Record<string, string> = { ...comparisons, AND: 'OR', OR: 'AND', 'IS NULL': 'IS NOT NULL', DESC: 'ASC' };
const isSql = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WHERE|ORDER BY)\b/;
/** Two words in a row: a text for people. In SQL, paths and headers, one of two is not a word of small letters. */
const isSentence = /[a-z]{2,},? [a-z]{2,}/;
const isGuard = /^if .*\) (?:return|throw|continue|break)\b.*;$/;
const isLog = /(?:^|\.)#?log\??\.\w+$/;
/** A comparison with the very moment at which a time has passed. */
const isMoment = /^[^&|]*\bnow\(\)[^&|]*$/;
/** Texts of the console and of the public pages, words of files, and what the demonstration shows. */
const isTable =
  /^console\/texts\/|^importer\/words\/\w\w\.ts|^src\/adopt\/messages\/|^src\/cli\/demo\/(?:species|pictures)/;

export function isMutable(path: string): boolean {
  return (
    /^(?:src|contract|client|importer|cli|console|embed)\/.*\.tsx?$/.test(path) &&
    !/\.(?:test|gen|d)\./.test(path) &&
    !isTable.test(path)
  );
}

/** The mutations of a source that its behaviour can show: none of types, texts, log entries, or how things look. */
export function findMutations(path: string, code: string): Mutation[] {
  const source = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true);
  const lines = code.split('\n');
  const mutations: Mutation[] = [];
  function add(kind: string, start: number, end: number, text: string): void {
    const { line, character } = source.getLineAndCharacterOfPosition(start);
    const before = lines[line] ?? '';
    const rest = character + end - start;
    const after = `${before.slice(0, character)}${text}${before.slice(rest)}`.trimEnd();
    if (rest <= before.length) mutations.push({ path, line: line + 1, kind, before, after });
  }
  function visit(node: ts.Node): void {
    if (isLeftOut(node)) return;
    const text = node.getText();
    const start = node.getStart();
    const replace = (kind: string, other: string) => add(kind, start, node.end, other);
    if (ts.isBinaryExpression(node)) {
      const { operatorToken: sign } = node;
      const kind = sign.getText() in logic ? 'swapped && and ||' : 'swapped comparison';
      const other = { ...comparisons, ...logic }[sign.getText()];
      if (other !== undefined && !isMoment.test(text)) add(kind, sign.getStart(), sign.end, other);
    } else if (ts.isAwaitExpression(node)) {
      if (!isReturnedAtOnce(node)) replace('dropped await', node.expression.getText());
    } else if (ts.isIfStatement(node)) {
      if (isInList(node) && isGuard.test(text)) replace('removed check', '');
    } else if (ts.isExpressionStatement(node)) {
      if (isInList(node) && !text.startsWith('super(')) replace('skipped statement', '');
    } else if (ts.isNumericLiteral(node) || ts.isBigIntLiteral(node)) {
      replace('changed constant', oneMore(text.replaceAll('_', '')));
    } else if (text === 'true' || text === 'false') {
      replace('changed constant', String(text !== 'true'));
    } else if ((ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) && isSql.test(text)) {
      for (const { index, 0: word } of text.matchAll(/(?<= )(?:AND|OR|[<>]=?|IS NULL|DESC)(?=[\s`'])/g))
        add('changed SQL', start + index, start + index + word.length, sql[word] ?? word);
    }
    if (isCondition(node)) replace('negated condition', text.startsWith('!') ? text.slice(1) : `!(${text})`);
    ts.forEachChild(node, visit);
  }
  visit(source);
  return mutations;
}

function isLeftOut(node: ts.Node): boolean {
  const { parent } = node;
  // Defaults of items that are always there, which the compiler cannot know.
  if (ts.isBindingElement(node) && ts.isArrayBindingPattern(parent)) return true;
  if (parent && ts.isBinaryExpression(parent) && parent.right === node && ts.isElementAccessExpression(parent.left))
    return true;
  if (ts.isTemplateExpression(node)) return isSentence.test(node.getText()) && !isSql.test(node.getText());
  if (ts.isExpressionStatement(node)) return isLeftOut(node.expression);
  if (ts.isCallExpression(node)) return isLog.test(node.expression.getText());
  if (ts.isNumericLiteral(node)) return isDuration(node) || ts.findAncestor(node, ts.isJsxAttribute) !== undefined;
  return ts.isTypeNode(node);
}

/** Whether a number is all that a constant of milliseconds has, but for factors. */
function isDuration({ parent }: ts.Node): boolean {
  if (ts.isBinaryExpression(parent)) return isDuration(parent);
  return (ts.isVariableDeclaration(parent) || ts.isPropertyAssignment(parent)) && /Ms$/.test(parent.name.getText());
}

/** Whether a promise is awaited only to be returned: whoever called awaits it as well. */
function isReturnedAtOnce(node: ts.AwaitExpression): boolean {
  const owner = ts.findAncestor(node, ts.isFunctionLike);
  return (
    (ts.isReturnStatement(node.parent) || node.parent === owner) && !/\b(?:using|try) /.test(owner?.getText() ?? '')
  );
}

/** Whether this is one of several statements, so that it can be missing. */
function isInList({ parent }: ts.Node): boolean {
  return ts.isBlock(parent) || ts.isSourceFile(parent) || ts.isCaseOrDefaultClause(parent);
}

/** Whether this decides which way to go. For a comparison, that is told by swapping it. */
function isCondition(node: ts.Node): boolean {
  const { parent } = node;
  if (parent === undefined || (ts.isBinaryExpression(node) && node.operatorToken.getText() in comparisons))
    return false;
  if (ts.isConditionalExpression(parent)) return parent.condition === node;
  return (ts.isIfStatement(parent) || ts.isWhileStatement(parent)) && parent.expression === node;
}

function oneMore(digits: string): string {
  return digits.endsWith('n') ? `${BigInt(digits.slice(0, -1)) + 1n}n` : String(Number(digits) + 1);
}
