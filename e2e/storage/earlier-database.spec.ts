import type { Change } from '#core/library/change.ts'
import { aChange, aPart, aPiece, aPractice, bpm, NOON, pieceId, practiceId } from '#tests/library/builders.ts'
import {
  entryWithoutDetails,
  partWithoutNewFields,
  pieceWithoutNewFields,
} from '#tests/library/rows-of-before.ts'
import type { AppliedRow, PendingRow, UnsentQueueRow, RejectedRow } from '#web/store/local-database.ts'
import { FIRST_SYNC_POSITION } from '#web/store/sync-position.ts'
import { openDevicePage } from '../sync/device-page.ts'
import { recordPiece } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { readAllRows, writeDexieDatabase } from './earlier-database.ts'

const USER = 'user-of-this-test'

const patch = (number: number, fields: { name?: string; endTempo?: ReturnType<typeof bpm> }): Change =>
  aChange({ kind: 'piece.patch', args: { id: pieceId(1), ...fields } }, { at: NOON + number })
const renamed = patch(1000, { name: 'Giga' })
const refused = patch(2000, { name: 'Gigue' })
const answered = patch(500, { endTempo: bpm(100) })

/** A row of every table, as an app that used Dexie left them. */
const ROWS = {
  pieces: [aPiece({ revision: 5 })].map(pieceWithoutNewFields),
  parts: [aPart({ revision: 5, createdAt: NOON - 7 })].map(partWithoutNewFields),
  practice: [aPractice({ revision: 5 })].map(entryWithoutDetails),
  outbox: [{ seq: 7, id: renamed.id, change: renamed, offset: 3 } satisfies PendingRow],
  parked: [{ id: refused.id, change: refused, offset: 3, code: 'deleted', at: NOON } satisfies RejectedRow],
  applied: [{ seq: 6, id: answered.id, change: answered, offset: 3, at: NOON } satisfies AppliedRow],
  meta: [
    {
      key: 'position',
      value: { ...FIRST_SYNC_POSITION, cursor: 5, epoch: 'first', version: 4, generation: 1 },
    },
    { key: 'sound', value: 'wood' },
  ],
  letters: [{ seq: 2, id: 'a letter', item: { text: 'hello' } } satisfies UnsentQueueRow],
}

test('[ST27][ST34] a database of an earlier version of the app opens with every row that it had @main', async ({
  page,
  dacapo,
}) => {
  await openDevicePage(page, dacapo.origin)
  await writeDexieDatabase(page, USER, ROWS)
  await page.evaluate(user => window.device.openStore(user), USER)

  const library = await page.evaluate(() => window.device.library())
  expect(library?.pieces.map(({ name }) => name)).toEqual(['Giga'])
  expect(library?.parts.map(({ id }) => id)).toEqual(ROWS.parts.map(({ id }) => id))
  expect(await page.evaluate(() => window.device.parked())).toEqual(ROWS.parked)
  expect(await page.evaluate(() => window.device.store()?.readPersisted('sound'))).toBe('wood')
  expect(await page.evaluate(() => window.device.store()?.feedbackQueue.count())).toBe(1)
  const parts = ROWS.parts.map(part => ({ ...part, positionAt: NOON - 7, restoredAt: null }))
  const pieces = [aPiece({ revision: 5 })]
  expect(await readAllRows(page, USER)).toEqual({ ...ROWS, pieces, parts })
  const entries = await page.evaluate(id => window.device.store()?.readEntries([id]), practiceId(1))
  expect(entries).toEqual([aPractice({ revision: 5 })])

  await recordPiece(page, 'The Swan')
  const { outbox = [] } = await readAllRows(page, USER)
  expect(outbox.map(row => (row as PendingRow).seq)).toEqual([7, 8])
})
