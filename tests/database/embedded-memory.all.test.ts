import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeDatabase } from './prepared-data-folder.ts'

const PROCESS_FILE = join(import.meta.dirname, 'embedded-memory-process.ts')
const GIGABYTE = 2 ** 30

test('on a small machine the peak memory of the embedded database is a fraction of that on a large one', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'dacapo-memory-'))
  const folder = join(parent, 'database')
  await writeDatabase(folder)
  const peakWith = (memory: number) =>
    Number(
      execFileSync(process.execPath, [PROCESS_FILE, folder, String(memory), '500'], { encoding: 'utf8' }),
    )
  // With plenty of memory, V8 takes 600 MB to optimize one function of PostgreSQL. When it no longer does, the product
  // needs no rule for small machines.
  expect(peakWith(8 * GIGABYTE)).toBeGreaterThan(500)
  expect(peakWith(GIGABYTE)).toBeLessThan(300)
  rmSync(parent, { recursive: true, force: true })
})
