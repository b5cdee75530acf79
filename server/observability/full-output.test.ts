import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'

/** Every write to this device fails with ENOSPC. */
const FULL = '/dev/full'

const LINES = 12_000
const LINE_BYTES = 10_000
/** Half of the 120 MB of all lines, and more than the process grows without a leak. */
const MAX_GROWTH_MEGABYTES = 60

const program = (level: string | null) => `
  const { createLogger, ignoreOutputFaults, printLine } = await import(${JSON.stringify(LOG)})
  ignoreOutputFaults()
  const log = createLogger(${JSON.stringify(level)})
  const megabytes = () => { gc(); const { heapUsed, external } = process.memoryUsage(); return (heapUsed + external) / 2 ** 20 }
  const write = async lines => {
    for (let line = 0; line < lines; line += 1) {
      log.error({ line }, 'x'.repeat(${LINE_BYTES}))
      if (line % 100 === 0) { printLine('a line'); await new Promise(setImmediate) }
    }
  }
  await write(1000)
  const before = megabytes()
  await write(${LINES})
  process.exit(megabytes() - before < ${MAX_GROWTH_MEGABYTES} ? 0 : 3)`

const LOG = pathToFileURL(resolve(import.meta.dirname, 'log.ts')).href

const run = (level: string | null, output: number | 'pipe') =>
  spawn(process.execPath, ['--expose-gc', '--input-type=module', '--eval', program(level)], {
    stdio: ['ignore', output, output],
  })

test.skipIf(!existsSync(FULL))(
  '[HT86] where nothing can be printed, a log costs neither the process nor its memory',
  async () => {
    const full = openSync(FULL, 'w')
    const [code] = await once(run('info', full), 'exit')
    closeSync(full)
    expect(code).toBe(0)
  },
)

test.each([null, 'info'])(
  '[HT86] where nobody reads what is printed any more, a log of level %s costs neither the process nor its memory',
  async level => {
    const child = run(level, 'pipe')
    child.stdout?.destroy()
    child.stderr?.destroy()
    const [code] = await once(child, 'exit')
    expect(code).toBe(0)
  },
)
