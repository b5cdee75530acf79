import { join } from 'node:path'
import { CACHE_FOLDER } from '../../scripts/set-up/paths.mjs'

/**
 * Node flags for a process with the embedded database that lives for a test. V8 does not optimize WebAssembly then, which
 * costs a second of CPU time in the life of such a process and pays only after minutes (decision 0005).
 */
export const QUICK_START_FLAGS = ['--liftoff-only'] as const

/**
 * Name of the environment variable with which the unit tests and the browser tests ask for these flags. Benches do not set
 * it, because their servers have to be those of an operator.
 */
export const SHORT_LIVED_SERVERS_VARIABLE = 'SHORT_LIVED_SERVERS'

/**
 * The environment of tests that start processes of ours. They take the code that Node has compiled in an earlier process
 * and kept, which saves a quarter of the CPU time of a server's start (decision 0005).
 */
export const QUICK_START_ENVIRONMENT = {
  [SHORT_LIVED_SERVERS_VARIABLE]: '1',
  NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'),
} as const
