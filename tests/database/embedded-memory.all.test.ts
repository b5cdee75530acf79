import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDatabase } from './prepared-data-folder.ts'

const PROCESS_FILE = join(import.meta.dirname, 'embedded-memory-process.ts')
const GIGABYTE = 2 ** 30

test('on a small machine the embedded database needs a fraction of the memory at its peak', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'dacapo-memory-'))
  const folder = join(parent, 'database')
  await writeDatabase(folder)
  const peakWith = (memory: number) =>
    Number(
      execFileSync(process.execPath, [PROCESS_FILE, folder, String(memory), '500'], { encoding: 'utf8' }),
    )
  // Where there is plenty, one function of PostgreSQL takes 600 MB to be optimized. If it no longer does, the rule has
  // served its time.
  expect(peakWith(8 * GIGABYTE)).toBeGreaterThan(500)
  expect(peakWith(GIGABYTE)).toBeLessThan(300)
  rmSync(parent, { recursive: true, force: true })
})
