import { parseArgs } from 'node:util'

/** The help text of `npm test`, with one line for each option. */
export const TEST_USAGE = `npm test                        everything that a change can reasonably break
npm test -- --all               that and the rest: all widths, all engines, random stories
npm test -- --only vitest,lint  only these stages
npm test -- --slowest           names the ten slowest tests at the end
npm test -- --help              this text`

/** The options of `npm test`. */
export type TestArguments = {
  readonly isAll: boolean
  /** Names of the stages to run; undefined for the usual ones. */
  readonly only: readonly string[] | undefined
  readonly namesSlowest: boolean
}

/**
 * Parses the arguments of `npm test`. Returns 'help' if `--help` is among them, and an error message if an argument is
 * unknown (rule TL67).
 */
export function parseTestArguments(args: readonly string[]): TestArguments | 'help' | { problem: string } {
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { all: flag, only: { type: 'string' }, slowest: flag, help: { ...flag, short: 'h' } },
    })
    if (values.help) return 'help'
    return { isAll: values.all, only: values.only?.split(','), namesSlowest: values.slowest }
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) }
  }
}
