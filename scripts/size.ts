import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './set-up/paths.mjs'

type Row = { name: string; now: number; bar: number }

const CODE = /\.(ts|tsx|mjs|css)$/
const TEST = /\.test\.tsx?$|^(tests|e2e|bench)\//

export function repositorySizeTable(): string {
  const files = trackedFiles()
  if (files.length === 0) return ''
  const rows = sizeRows(files)
  const width = Math.max(...rows.map(row => row.name.length))
  const line = ({ name, now, bar }: Row) =>
    `${name.padEnd(width)}  ${grouped(now).padStart(7)}  bar ${grouped(bar).padStart(6)}${now > bar ? '  over' : ''}`
  return rows.map(line).join('\n')
}

function sizeRows(files: readonly string[]): Row[] {
  const isIn = (folders: RegExp) => (path: string) => folders.test(path) && CODE.test(path)
  const source = files.filter(path => !TEST.test(path))
  const product = source.filter(isIn(/^(core|server|web)\//))
  return [
    { name: 'product, lines', now: linesOf(product), bar: 42_000 },
    { name: 'product, files', now: product.filter(path => /\.tsx?$/.test(path)).length, bar: 480 },
    { name: 'stand-ins, lines', now: linesOf(source.filter(isIn(/^stand-ins\//))), bar: 1600 },
    { name: 'scripts, lines', now: linesOf(source.filter(isIn(/^scripts\//))), bar: 1500 },
    {
      name: 'verification, lines',
      now: linesOf(files.filter(path => TEST.test(path) && CODE.test(path))),
      bar: 42_000,
    },
    { name: 'documents, words', now: wordsOf(files.filter(path => path.endsWith('.md'))), bar: 40_000 },
  ]
}

// Counts what is committed or about to be, so that a build or a checkout's own files change nothing.
function trackedFiles(): string[] {
  try {
    const output = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', stdio: 'pipe' })
    return output.split('\0').filter(path => path !== '' && existsSync(join(root, path)))
  } catch {
    return []
  }
}

const readText = (path: string) => readFileSync(join(root, path), 'utf8')
const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
const linesOf = (paths: string[]) => sum(paths.map(path => readText(path).split('\n').length - 1))
const wordsOf = (paths: string[]) => sum(paths.map(path => readText(path).match(/\S+/g)?.length ?? 0))
const grouped = (count: number) => count.toLocaleString('en')

// npm run size: prints the sizes beside their limits. npm test prints this table before its last line.
if (import.meta.main) console.log(repositorySizeTable())
