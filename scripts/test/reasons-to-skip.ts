import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up/paths.mjs'

/** Returns the tests that may be skipped, as "file > name", each with its reason. */
export function reasonsToSkip(): Record<string, string> {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'tests/repository/skips.json'), 'utf8'))
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return Object.fromEntries(entries.filter(([, reason]) => typeof reason === 'string' && reason !== ''))
}
