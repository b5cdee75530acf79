import { execFile, spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { createTemporaryFolder } from '#tests/server/temporary-folder.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!hasPromtool)(
  '[HT11] promtool accepts the alerts and every query of the dashboard; each alert fires in its trouble, and none while all is well',
  async () => {
    const promtool = async (...parameters: string[]) => (await run('promtool', parameters)).stdout
    expect(await promtool('check', 'rules', join(root, 'deploy/prometheus/alerts.yaml'))).toContain('SUCCESS')
    const tests = join(root, 'tests/observability/alerts.promtest.yaml')
    expect(await promtool('test', 'rules', tests)).toContain('SUCCESS')

    const dashboard = readFileSync(join(root, 'deploy/grafana/dacapo.json'), 'utf8')
    // Grafana replaces its variables by durations.
    const queries = [...dashboard.matchAll(/"expr": ("(?:[^"\\]|\\.)*")/g)].map(([, text = '']) =>
      String(JSON.parse(text)).replaceAll(/\$__\w+/g, '5m'),
    )
    expect(queries.length).toBeGreaterThan(10)
    const rules = queries.map((expr, place) => ({ record: `panel:${place}`, expr }))
    const file = join(createTemporaryFolder(), 'rules.yaml')
    writeFileSync(file, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }))
    expect(await promtool('check', 'rules', file)).toContain(`SUCCESS: ${queries.length} rules found`)
  },
)
