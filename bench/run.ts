import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { runAndCapture } from '../scripts/set-up/child.mjs'
import { pinnedNodePath, root } from '../scripts/set-up/paths.mjs'
import type { BenchSize } from './bars.ts'

// npm run bench: every bench/*.bench.ts in a process of its own, and all figures as one JSON document, so that a note
// quotes what was measured and on what machine. A bench exports `name` and `measure(size)`, which gives figures by name.
// It fails with a bar that is missed (bars.ts) or an error, which is reported with its output.
const SUFFIX = '.bench.ts'
const existing = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith(SUFFIX))
  .map(file => file.slice(0, -SUFFIX.length))
/** The benches of `--quick`, which together take about five minutes on two processors. */
const QUICK = ['attacks', 'history-on-device', 'history-on-server', 'rounds']
const HELP = `npm run bench                   every bench, which takes hours
npm run bench -- start rounds   only these
npm run bench -- --quick        less of ${QUICK.join(', ')}: five minutes
npm run bench -- --quick rounds less of this one

The benches: ${existing.join(', ')}`

const flag = { type: 'boolean', default: false } as const
const { values, positionals } = parseArgs({
  options: { quick: flag, help: { ...flag, short: 'h' } },
  allowPositionals: true,
})
const offered = values.quick ? existing.filter(name => QUICK.includes(name)) : existing
const unknown = positionals.filter(name => !offered.includes(name))
if (values.help) console.log(HELP)
else if (unknown.length > 0) {
  console.error(
    `There is no ${values.quick ? 'quick form of the ' : ''}bench ${unknown.join(', ')}.\n\n${HELP}`,
  )
  process.exitCode = 2
} else {
  const wanted = offered.filter(name => positionals.length === 0 || positionals.includes(name))
  process.exitCode = await run(values.quick ? 'quick' : 'full', wanted)
}

async function run(size: BenchSize, wanted: readonly string[]): Promise<number> {
  const benches: object[] = []
  for (const name of wanted) {
    const file = name + SUFFIX
    process.stderr.write(`${file} …\n`)
    const loadBefore = loadavg()[0]
    const started = performance.now()
    const outcome = await measured(file, size)
    const seconds = Math.round(performance.now() - started) / 1000
    benches.push({ bench: file, loadBefore, seconds, ...outcome })
  }
  process.stdout.write(`${JSON.stringify({ ...circumstances(), size, benches }, null, 2)}\n`)
  return benches.some(hasFailed) ? 1 : 0
}

/** Whether a bench broke, or missed one of its bars. */
function hasFailed(bench: object): boolean {
  const figures = 'figures' in bench ? bench.figures : null
  return 'failure' in bench || (typeof figures === 'object' && figures !== null && 'missed' in figures)
}

async function measured(file: string, size: BenchSize): Promise<object> {
  const module = pathToFileURL(join(import.meta.dirname, file)).href
  // The figures are told apart from whatever else a bench prints.
  const script = `const { name, measure } = await import(${JSON.stringify(module)})
    const figures = await measure('${size}')
    process.stdout.write('\\nFIGURES ' + JSON.stringify({ name, figures }) + '\\n', () => process.exit(0))`
  const flags = ['--input-type=module', '--expose-gc', '-e', script]
  const { code, output } = await runAndCapture(pinnedNodePath, flags)
  const figures = /^FIGURES (.+)$/m.exec(output)?.[1]
  return code === 0 && figures !== undefined ? JSON.parse(figures) : { failure: output, code }
}

function circumstances() {
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
