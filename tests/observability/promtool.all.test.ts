import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined
const folder = mkdtempSync(join(tmpdir(), 'dacapo-promtool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const Dashboard = z.object({
  panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
})

test.skipIf(!hasPromtool)(
  '[HT11] promtool takes the alerts; each fires in its trouble, and none while all is well',
  async () => {
    const checked = await run('promtool', ['check', 'rules', join(root, 'deploy/prometheus/alerts.yaml')])
    expect(checked.stdout).toContain('SUCCESS')
    const tested = await run('promtool', [
      'test',
      'rules',
      join(root, 'tests/observability/alerts.promtest.yaml'),
    ])
    expect(tested.stdout).toContain('SUCCESS')
  },
)

/** Has promtool check queries, as rules that record them. Returns what it says. */
async function checkQueries(queries: readonly string[]): Promise<string> {
  const file = join(folder, 'rules.yaml')
  const rules = queries.map((expr, place) => ({ record: `panel:${place}`, expr }))
  // JSON is YAML.
  writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
  const { stdout, stderr } = await run('promtool', ['check', 'rules', file]).catch(
    (error: { stdout: string; stderr: string }) => error,
  )
  return stdout + stderr
}

test.skipIf(!hasPromtool)('[HT11] promtool takes every query of the dashboard', async () => {
  const dashboard = Dashboard.parse(
    JSON.parse(readFileSync(join(root, 'deploy/grafana/dacapo.json'), 'utf8')),
  )
  const queries = dashboard.panels.flatMap(({ targets }) =>
    // Grafana puts durations in the place of its variables.
    targets.map(({ expr }) => expr.replaceAll(/\$__\w+/g, '5m')),
  )
  expect(queries.length).toBeGreaterThan(10)
  expect(await checkQueries(queries)).toContain(`SUCCESS: ${queries.length} rules found`)
  expect(await checkQueries([...queries, 'sum(rate(dacapo_sync_rounds_total[5m])'])).toContain('FAILED')
})
