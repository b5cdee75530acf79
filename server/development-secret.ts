import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * The secret that signs session cookies on a development machine: made once, kept in the data directory and
 * readable only by its owner, so that a restart does not sign anyone out and no two machines share one.
 */
export function developmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const known = textOf(file)
  if (known !== null && known.length >= SHORTEST) return known
  // Half a file, which a full disk may have left, is no secret: whoever knows it could sign anyone's cookie.
  if (known !== null) rmSync(file)
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    // A link comes to be whole or not at all, and of two starting processes only one can make it.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(draft, file)
  }
  rmSync(draft, { force: true })
  return readFileSync(file, 'utf8').trim()
}

const SHORTEST = 64

const textOf = (file: string): string | null => (existsSync(file) ? readFileSync(file, 'utf8').trim() : null)
