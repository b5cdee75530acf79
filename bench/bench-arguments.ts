import { parseArgs } from 'node:util'

/** How much a bench measures: everything, or what `npm run bench -- --quick` has time for. */
export type BenchSize = 'full' | 'quick'

/** The benches of `--quick`, which together take about five minutes on two processors. */
const QUICK_BENCHES: readonly string[] = ['attacks', 'history-on-device', 'history-on-server', 'rounds']

/** What `npm run bench` understands, one line for each option. */
export const BENCH_USAGE = `npm run bench                   every bench, which takes hours
npm run bench -- start rounds   only these
npm run bench -- --quick        less of ${QUICK_BENCHES.join(', ')}: five minutes
npm run bench -- --quick rounds less of this one
npm run bench -- --help         this text`

/** The benches to run, by the names of their files without `.bench.ts`, and how much each measures. */
export type BenchArguments = { readonly size: BenchSize; readonly benches: readonly string[] }

/**
 * Parses the arguments of `npm run bench`. `existing` are the names of all benches. Returns 'help' if it was asked for,
 * and a message if an option or a name is unknown, or a named bench has no quick form.
 */
export function parseBenchArguments(
  args: readonly string[],
  existing: readonly string[],
): BenchArguments | 'help' | { problem: string } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { quick: flag, help: { ...flag, short: 'h' } },
      allowPositionals: true,
    })
    if (values.help) return 'help'
    const offered = values.quick ? existing.filter(name => QUICK_BENCHES.includes(name)) : existing
    const unknown = positionals.find(name => !offered.includes(name))
    if (unknown !== undefined) return { problem: problemOf(unknown, existing) }
    const benches = positionals.length === 0 ? offered : offered.filter(name => positionals.includes(name))
    return { size: values.quick ? 'quick' : 'full', benches }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}

const problemOf = (name: string, existing: readonly string[]) =>
  existing.includes(name) ? `The bench "${name}" has no quick form.` : `There is no bench "${name}".`
