import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { MAX_CHANGES_ACCEPTED } from '#core/protocol/sync-protocol.ts'
import type { ContractSetup } from './contract-setup.ts'
import { createPiece, patchPiece, randomPieceId } from '#tests/library/library-changes.ts'
import { aUser, SyncingDevice, storedRows, changeStatuses } from '#tests/sync/library-server.ts'

export function faultContract({ server }: ContractSetup) {
  const aDevice = async () => new SyncingDevice(server(), await aUser(server(), 'pro'))

  /** The database objects to pieces of this name with an error of its own, until the test is over. */
  async function objecting(name: string, code: string, run: () => Promise<void>) {
    const { db } = server().database
    await sql`create function object() returns trigger language plpgsql as ${sql.lit(
      `begin raise exception 'I object' using errcode = '${code}'; end`,
    )}`.execute(db)
    await sql`create trigger object before insert on piece for each row
      when (new.name = ${sql.lit(name)}) execute function object()`.execute(db)
    try {
      await run()
    } finally {
      await sql`drop function object cascade`.execute(db)
    }
  }

  test('[LS6] a change that the database objects to is set aside alone, and the others are applied', async () => {
    const device = await aDevice()
    await objecting('Poison', '23514', async () => {
      const pieceId = randomPieceId()
      const round = [
        createPiece({ name: 'Before' }),
        createPiece({ pieceId, name: 'Poison' }),
        patchPiece(pieceId, { goal: 90 }),
        createPiece({ name: 'After' }),
      ]
      const answer = await device.sync(...round)
      expect(changeStatuses(answer)).toEqual(['applied', 'server-error', 'not-found', 'applied'])
      expect([...device.rows.pieces.values()].map(piece => piece.name).sort()).toEqual(['After', 'Before'])
      // One for each half that could be written.
      expect(answer.revision).toBe(2)
      expect(changeStatuses(await device.sync(...round))).toEqual([
        'duplicate',
        'server-error',
        'not-found',
        'duplicate',
      ])
    })
    expect(changeStatuses(await device.sync(createPiece({ name: 'Poison' })))).toEqual(['applied'])
  })

  test('[LS6] so is one of a hundred, and what others wrote meanwhile comes along', async () => {
    const device = await aDevice()
    await new SyncingDevice(server(), device.user).sync(createPiece({ name: 'Elsewhere' }))
    await objecting('Poison', '23514', async () => {
      const names = Array.from({ length: MAX_CHANGES_ACCEPTED }, (_, index) =>
        index === 70 ? 'Poison' : 'Etude',
      )
      const answer = await device.sync(...names.map(name => createPiece({ name })))
      expect(changeStatuses(answer)).toEqual(
        names.map(name => (name === 'Poison' ? 'server-error' : 'applied')),
      )
      expect(device.rows.pieces.size).toBe(MAX_CHANGES_ACCEPTED)
    })
  })

  test('[LS6] a round that the database cannot finish leaves nothing, and is answered with 503', async () => {
    const device = await aDevice()
    await objecting('Halt', '53100', async () => {
      const before = await storedRows(server().database, device.user)
      const changes = [createPiece({ name: 'First' }), createPiece({ name: 'Halt' })]
      const response = await device.post(JSON.stringify({ ...device.request(), changes }))
      expect(response.status).toBe(503)
      expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(await response.json()).toMatchObject({ code: 'unavailable' })
      expect(await storedRows(server().database, device.user)).toEqual(before)
    })
  })

  test('[LS19] a request that is no round gets the problem that says why', async () => {
    const device = await aDevice()
    const request = device.request()
    const ask = async (body: string) => {
      const response = await device.post(body)
      expect(response.headers.get('content-type')).toBe('application/problem+json')
      const { code }: { code?: unknown } = await response.json()
      return [response.status, code]
    }
    const changes = (count: number) => Array.from({ length: count }, () => createPiece())
    expect(await ask('{')).toEqual([400, 'malformed-json'])
    expect(await ask('[]')).toEqual([400, 'malformed-request'])
    expect(await ask(JSON.stringify({ ...request, since: -1 }))).toEqual([400, 'malformed-request'])
    expect(await ask(JSON.stringify({ ...request, schema: 0 }))).toEqual([426, 'client-too-old'])
    const many = JSON.stringify({ ...request, changes: changes(MAX_CHANGES_ACCEPTED + 1) })
    expect(await ask(many)).toEqual([413, 'too-large'])
    server().signedOut.add(device.user)
    expect(await ask(JSON.stringify(request))).toEqual([401, 'signed-out'])
  })
}
