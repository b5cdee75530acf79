import { join } from 'node:path'
import { CACHE_FOLDER } from '../../scripts/set-up/paths.mjs'

/** Disables the optimizing WebAssembly compiler, which costs a second of CPU time at start (decision 0005). */
export const QUICK_START_FLAGS = ['--liftoff-only'] as const

/** Set by tests to start servers with these flags. Benchmarks measure servers without them. */
export const SHORT_LIVED_SERVERS_VARIABLE = 'SHORT_LIVED_SERVERS'

/** The compile cache of Node saves a quarter of the CPU time of a start. */
export const QUICK_START_ENVIRONMENT = {
  [SHORT_LIVED_SERVERS_VARIABLE]: '1',
  NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'),
} as const
