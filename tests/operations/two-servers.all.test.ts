import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { canStartContainer, OTHER_CONTAINER } from '#tests/server/other-container.ts'
import { startServerProcess } from '../../e2e/running-server.ts'
import type { RunningServer } from '../../e2e/running-server.ts'
import { startMusician } from './saving-musician.ts'

let folder: string
let dataDir: string
const servers: RunningServer[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'dacapo-two-'))
  dataDir = join(folder, 'data')
})
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(within: readonly string[]): Promise<RunningServer> {
  const server = await startServerProcess({ dataDir, within })
  servers.push(server)
  return server
}

test.skipIf(!canStartContainer)(
  '[DB3] of two servers in two containers of one host name only one has the data, also while it is paused',
  async () => {
    const first = await start(OTHER_CONTAINER)
    const musician = await startMusician(first)
    expect(await musician.save(24)).toBe('applied')
    await expect(start(OTHER_CONTAINER)).rejects.toThrow('is in use by')

    const pid = Number(readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, 'utf8'))
    process.kill(pid, 'SIGSTOP')
    await expect(start(OTHER_CONTAINER)).rejects.toThrow('is in use by')
    process.kill(pid, 'SIGCONT')
    expect(await musician.save(24)).toBe('applied')

    await first.stop('SIGKILL')
    expect(await musician.missingAt(await start(OTHER_CONTAINER))).toEqual([])
    expect(musician.acknowledged).toHaveLength(48)
  },
)
