import { parseSync } from 'vite'

/** A test in the source with its location. Its name is null if it is computed. */
export type TestName = { readonly path: string; readonly line: number; readonly name: string | null }

// What a test may be called by, and what may stand between that and its name: test.skipIf(…)('…').
const TEST = new Set(['test', 'it'])
const MODIFIERS = new Set([
  'each',
  'for',
  'skip',
  'skipIf',
  'runIf',
  'only',
  'concurrent',
  'sequential',
  'fails',
  'fixme',
])
// From the runner itself, or from a file that adds something to it, as musician.ts does.
const IMPORTS_TEST = /\bimport [^;'"]*\b(test|it)\b[^;'"]* from ['"]/

/** Returns every test in the files, whether or not it runs. */
export function testNames(files: readonly { path: string; text: string }[]): TestName[] {
  return files.filter(({ text }) => IMPORTS_TEST.test(text)).flatMap(testsIn)
}

function testsIn({ path, text }: { path: string; text: string }): TestName[] {
  const { program, errors } = parseSync(path, text)
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`)
  const found: TestName[] = []
  visit(program, node => {
    if (node['type'] !== 'CallExpression' || !isTest(node['callee'])) return
    const first = Array.isArray(node['arguments']) ? node['arguments'][0] : undefined
    const line = text.slice(0, Number(node['start'])).split('\n').length
    found.push({ path, line, name: textOf(first) })
  })
  return found
}

type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null

/** Is this `test`, `test.skip`, `test.each(…)`, so that calling it declares a test? */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false
  if (callee['type'] === 'Identifier') return TEST.has(String(callee['name']))
  if (callee['type'] === 'MemberExpression')
    return isTest(callee['object']) && !takesNoName(callee) && isModifier(callee)
  const inner = callee['type'] === 'CallExpression' ? callee['callee'] : callee['tag']
  return isNode(inner) && takesNoName(inner) && isModifier(inner) && isTest(inner['object'])
}

const nameOf = (member: Node) => (isNode(member['property']) ? String(member['property']['name']) : '')
const isModifier = (member: Node) => MODIFIERS.has(nameOf(member))
/** test.each([…])('name'): the name comes with the second call. */
const takesNoName = (member: Node) => ['each', 'for', 'skipIf', 'runIf'].includes(nameOf(member))

function textOf(node: unknown): string | null {
  if (!isNode(node)) return null
  if (node['type'] === 'Literal') return typeof node['value'] === 'string' ? node['value'] : null
  const first: unknown = Array.isArray(node['quasis']) ? node['quasis'][0] : null
  const value = isNode(first) ? first['value'] : null
  return isNode(value) ? String(value['cooked']) : null
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, see)
  else if (isNode(value)) {
    see(value)
    for (const child of Object.values(value)) if (isNode(child)) visit(child, see)
  }
}
