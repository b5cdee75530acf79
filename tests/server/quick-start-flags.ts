import { join } from 'node:path'
import { CACHE_FOLDER } from '../../scripts/set-up/paths.mjs'

/** V8 does not optimize WebAssembly then, which costs a second of CPU time and pays only after minutes (decision 0005). */
export const QUICK_START_FLAGS = ['--liftoff-only'] as const

/** With this variable tests ask for these flags. Benches do not: their servers have to be those of an operator. */
export const SHORT_LIVED_SERVERS_VARIABLE = 'SHORT_LIVED_SERVERS'

/** Code that Node has compiled in an earlier process saves a quarter of the CPU time of a start (decision 0005). */
export const QUICK_START_ENVIRONMENT = {
  [SHORT_LIVED_SERVERS_VARIABLE]: '1',
  NODE_COMPILE_CACHE: join(CACHE_FOLDER, 'compiled'),
} as const
