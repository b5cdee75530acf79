import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHANGE_VERSION } from '#core/library/change-version.ts'
import { upcastChange, type ChangeFormatUpgrades, type UnparsedChange } from '#core/library/upcast-change.ts'
import { parseSyncResponse } from '#core/protocol/sync-protocol.ts'
import type { Database } from '#server/database/database.ts'
import { aChange, bpm, changeId, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { createPiece } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, createLibraryServer, storedRows } from '#tests/sync/library-server.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

// As if today's form were the fourth: the second called a piece's name a title, the third called the change a renaming.
const FORMS: ChangeFormatUpgrades = {
  today: 4,
  raise: {
    2: change => ({ ...change, args: renamedKey(change['args'], 'title', 'name') }),
    3: change => (change['kind'] === 'piece.rename' ? { ...change, kind: 'piece.patch' } : change),
  },
}

function renamedKey(args: unknown, from: string, to: string): UnparsedChange {
  return Object.fromEntries(
    Object.entries(args ?? {}).map(([key, value]) => [key === from ? to : key, value]),
  )
}

let database: Database
beforeAll(async () => {
  database = await openMemoryDatabase()
})
afterAll(() => database.close())

async function aDeviceOfOld() {
  const server = createLibraryServer(database, { forms: FORMS })
  const user = await aUser(server)
  const device = new SyncingDevice(server, user)
  const id = pieceId(Math.floor(Math.random() * 1e9))
  await new SyncingDevice(createLibraryServer(database), user).sync(
    createPiece({ pieceId: id, name: 'Gigue' }),
  )
  const renamed = (v: number, kind: string, args: object) => ({
    id: changeId(v),
    kind,
    args,
    at: server.clock.now,
    v,
  })
  const send = (...changes: object[]) => device.post(JSON.stringify({ ...device.request(), changes }))
  return { device, id, renamed, send, user }
}

test('[SC21] a client two forms old is understood: its changes are brought into today’s form', async () => {
  const { id, renamed, send } = await aDeviceOfOld()
  const second = await send(renamed(2, 'piece.rename', { id, title: 'From two forms ago' }))
  expect(parseSyncResponse(await second.json())).toMatchObject({
    results: [{ status: 'applied' }],
    rows: { pieces: [{ name: 'From two forms ago' }] },
  })
  const third = await send(renamed(3, 'piece.rename', { id, name: 'From the last form' }))
  expect(parseSyncResponse(await third.json())).toMatchObject({
    results: [{ status: 'applied' }],
    rows: { pieces: [{ name: 'From the last form' }] },
  })
})

test('[SC21] a client three forms old is asked to update, and nothing that it sent is done or refused', async () => {
  const { id, renamed, send, user } = await aDeviceOfOld()
  const before = await storedRows(database, user)
  const answer = await send(
    renamed(4, 'piece.patch', { id, name: 'Today' }),
    renamed(1, 'piece.call', { id }),
  )
  expect(answer.status).toBe(426)
  expect(await answer.json()).toMatchObject({ code: 'client-too-old' })
  expect(await storedRows(database, user)).toEqual(before)
})

test('[SY8] a change of version 1 says the same today, one that says no form or a later one is the parser’s affair', () => {
  const args = { id: practiceId(1), pieceId: pieceId(1), partId: partId(1), tempo: bpm(90) }
  const change = aChange({ kind: 'practice.add', args })
  expect(upcastChange(change)).toEqual({ kind: 'today', change: { ...change, v: CHANGE_VERSION } })
  for (const v of [undefined, null, 'one', 0.5, 99]) {
    const odd = { ...change, v }
    expect(upcastChange(odd)).toEqual({ kind: 'today', change: odd })
  }
})
