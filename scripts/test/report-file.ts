import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Calls `run` with a temporary file for a JSON report. Returns its result and the parsed report, which is null if it
 * is missing or not JSON.
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
