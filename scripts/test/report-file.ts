import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Lends a runner a file to write its JSON report to and gives what `run` gave together with the report, which is
 * null when none was written or it is not JSON.
 */
export async function withReport<Result>(run: (file: string) => Promise<Result>) {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-report-'))
  try {
    const file = join(folder, 'report.json')
    const result = await run(file)
    return { result, report: readJson(file) }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}
