import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../set-up/paths.mjs'

/**
 * Reads which tests may be skipped from tests/repository/skips.json. Returns the reason for each, by "file > name".
 */
export function readSkipReasons(): Record<string, string> {
  const parsed: unknown = JSON.parse(readFileSync(join(root, 'tests/repository/skips.json'), 'utf8'))
  const entries = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return Object.fromEntries(entries.filter(([, reason]) => typeof reason === 'string' && reason !== ''))
}
