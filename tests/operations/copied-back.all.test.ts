import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startServerProcess } from '../../e2e/running-server.ts'
import { signInAt } from '#tests/identity/sign-in-at.ts'
import { createPiece } from '#tests/library/library-changes.ts'

test('[LS17] a server on a data folder that was copied back sends devices that know more back to the beginning, and no others', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'dacapo-copied-'))
  const [data, copy] = [join(folder, 'data/database'), join(folder, 'copy')]
  const start = () => startServerProcess({ dataDir: join(folder, 'data') })
  let server = await start()
  const restart = async (whileStopped = () => {}) => {
    await server.stop()
    whileStopped()
    server = await start()
  }
  try {
    const cookie = await signInAt(server.origin, 'anna@example.org')
    /** Saves a piece as a device that has reached a revision. Returns where it is then, and whether it began anew. */
    const save = async (from: { epoch: string | null; since: number; entriesSince: number }) => {
      const { origin } = server
      const round = { clientId: 'x', schema: 1, clientNow: Date.now(), ...from, changes: [createPiece()] }
      const headers = { origin, cookie, 'content-type': 'application/json' }
      const body = JSON.stringify(round)
      const { epoch, revision, reset } = await (
        await fetch(`${origin}/api/v1/sync`, { method: 'POST', headers, body })
      ).json()
      return { reset, at: { epoch, since: revision, entriesSince: revision } }
    }
    const before = await save({ epoch: null, since: 0, entriesSince: 0 })
    await restart(() => cpSync(data, copy, { recursive: true }))
    const later = await save(before.at)
    expect(later).toMatchObject({ reset: false, at: { since: 2 } })
    await restart(() => {
      rmSync(data, { recursive: true })
      cpSync(copy, data, { recursive: true })
    })
    // Another device has been away. It writes as many revisions as were lost.
    expect(await save(before.at)).toMatchObject({ reset: false, at: { since: 2 } })
    expect(await save(later.at)).toMatchObject({ reset: true })
  } finally {
    await server.stop('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
})
