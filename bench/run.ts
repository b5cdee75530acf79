import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runAndCapture } from '../scripts/set-up/child.mjs'
import { pinnedNodePath, root } from '../scripts/set-up/paths.mjs'
import type { BenchSize } from './bench-report.ts'

// npm run bench runs each bench/*.bench.ts in a separate process and prints all figures, the commit and the machine as one
// JSON document. A bench exports `name` and `measure(size)`, which returns figures by name. It fails if a figure misses its
// limit (bench-report.ts), or with an error, which is reported with its output.
const SUFFIX = '.bench.ts'
const benchNames = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith(SUFFIX))
  .map(file => file.slice(0, -SUFFIX.length))
const QUICK = ['attacks', 'history-on-device', 'history-on-server', 'rounds']
const HELP = `npm run bench                   every bench, which takes hours
npm run bench -- start rounds   only these
npm run bench -- --quick        less of ${QUICK.join(', ')}: five minutes
npm run bench -- --quick rounds less of this one

The benches: ${benchNames.join(', ')}`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = parseArgs({
  options: { quick: flag, help: { ...flag, short: 'h' } },
  allowPositionals: true,
})
const available = values.quick ? benchNames.filter(name => QUICK.includes(name)) : benchNames
const unknown = positionals.filter(name => !available.includes(name))
if (values.help) console.log(HELP)
else if (unknown.length > 0) {
  console.error(
    `There is no ${values.quick ? 'quick form of the ' : ''}bench ${unknown.join(', ')}.\n\n${HELP}`,
  )
  process.exitCode = 2
} else {
  const selected = available.filter(name => positionals.length === 0 || positionals.includes(name))
  process.exitCode = await run(values.quick ? 'quick' : 'full', selected)
}

async function run(size: BenchSize, selected: readonly string[]): Promise<number> {
  const benches: object[] = []
  for (const name of selected) {
    const file = name + SUFFIX
    process.stderr.write(`${file} …\n`)
    const loadBefore = loadavg()[0]
    const started = performance.now()
    const outcome = await runBench(file, size)
    const seconds = Math.round(performance.now() - started) / 1000
    benches.push({ bench: file, loadBefore, seconds, ...outcome })
  }
  process.stdout.write(`${JSON.stringify({ ...environment(), size, benches }, null, 2)}\n`)
  return benches.some(hasFailed) ? 1 : 0
}

function hasFailed(bench: object): boolean {
  const figures = 'figures' in bench ? bench.figures : null
  return 'failure' in bench || (typeof figures === 'object' && figures !== null && 'missed' in figures)
}

async function runBench(file: string, size: BenchSize): Promise<object> {
  const module = pathToFileURL(join(import.meta.dirname, file)).href
  // A bench may print other lines, too.
  const script = `const { name, measure } = await import(${JSON.stringify(module)})
    const figures = await measure('${size}')
    process.stdout.write('\\nFIGURES ' + JSON.stringify({ name, figures }) + '\\n', () => process.exit(0))`
  const flags = ['--input-type=module', '--expose-gc', '-e', script]
  const { code, output } = await runAndCapture(pinnedNodePath, flags)
  const figures = /^FIGURES (.+)$/m.exec(output)?.[1]
  return code === 0 && figures !== undefined ? JSON.parse(figures) : { failure: output, code }
}

function environment() {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return {
    commit: git('rev-parse', 'HEAD'),
    changedSince: git('status', '--porcelain') !== '',
    at: new Date().toISOString(),
    machine: {
      processors: cpus().length,
      model: cpus()[0]?.model,
      memoryGigabytes: Math.round(totalmem() / 2 ** 30),
      platform: `${process.platform} ${process.arch}`,
      load: loadavg(),
    },
    versions: { node: process.version, ...manifest.dependencies },
  }
}
