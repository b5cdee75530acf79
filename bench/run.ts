import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runQuietly } from '../scripts/set-up/child.mjs'
import { pinnedNodePath, root } from '../scripts/set-up/paths.mjs'
import { BENCH_USAGE, parseBenchArguments } from './bench-arguments.ts'
import type { BenchArguments, BenchSize } from './bench-arguments.ts'

// npm run bench: every bench/*.bench.ts in a process of its own, and all figures as one JSON document, so that a note
// quotes what was measured and on what machine. `npm run bench -- start rounds` measures only those, `-- --quick` less of some.
// A bench exports `name` and `measure(size)`, which gives figures by name. It fails with a bar that is missed (bars.ts) or
// an error, which is reported with its output.
const SUFFIX = '.bench.ts'
const existing = readdirSync(import.meta.dirname)
  .filter(file => file.endsWith(SUFFIX))
  .map(file => file.slice(0, -SUFFIX.length))

const parsed = parseBenchArguments(process.argv.slice(2), existing)
const help = `${BENCH_USAGE}\n\nThe benches: ${existing.join(', ')}\n`
if (parsed === 'help') process.stdout.write(help)
else if ('problem' in parsed) {
  process.stderr.write(`${parsed.problem}\n\n${help}`)
  process.exitCode = 2
} else process.exitCode = await run(parsed)

async function run({ size, benches: wanted }: BenchArguments): Promise<number> {
  const benches: object[] = []
  for (const name of wanted) {
    const file = name + SUFFIX
    process.stderr.write(`${file} …\n`)
    const loadBefore = loadavg()[0]
    const started = performance.now()
    const outcome = await measured(file, size)
    benches.push({
      bench: file,
      loadBefore,
      seconds: Math.round(performance.now() - started) / 1000,
      ...outcome,
    })
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
  const { code, output } = await runQuietly(pinnedNodePath, [
    '--input-type=module',
    '--expose-gc',
    '-e',
    script,
  ])
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
