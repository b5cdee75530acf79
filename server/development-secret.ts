import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret that signs session cookies on a development machine: made once, kept in the data directory and
 * readable only by its owner, so that a restart does not sign anyone out and no two machines share one.
 */
export function developmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    // `wx` lets exactly one of two starting processes write.
    writeFileSync(file, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  return readFileSync(file, 'utf8').trim()
}
