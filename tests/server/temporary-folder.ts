import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

export function createTemporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
