import { execFile, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.skipIf(!hasPromtool)(
  '[HT80] promtool takes the alerts; each fires in its trouble, and none while all is well',
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
