import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Returns the secret that signs session cookies on a development machine. The first call generates it and stores it in
 * the data folder, so that a restart signs nobody out.
 */
export function loadDevelopmentSecret(dataDir: string): string {
  const file = join(dataDir, 'secret')
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const known = readTextFile(file)
  if (known !== null && known.length >= MIN_SECRET_LENGTH) return known
  // A full disk may leave a truncated file. A short secret could be guessed and used to forge cookies.
  if (known !== null) rmSync(file)
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, randomBytes(48).toString('base64url'), { flag: 'wx', mode: 0o600 })
  try {
    // link() creates the file as a whole, and only one of two starting processes can create it.
    linkSync(draft, file)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) renameSync(draft, file)
  }
  rmSync(draft, { force: true })
  return readFileSync(file, 'utf8').trim()
}

const MIN_SECRET_LENGTH = 64

const readTextFile = (file: string): string | null =>
  existsSync(file) ? readFileSync(file, 'utf8').trim() : null
