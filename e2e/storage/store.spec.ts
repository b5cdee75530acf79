import type { Page } from '@playwright/test'
import type { Intention } from '#core/library/change.ts'
import type { RecordChangeResult } from '#web/store/store-interface.ts'
import { shownPieceNames, openDeviceWithoutServer } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

// store-session.spec.ts covers writes that the browser aborts.

test('[ST1] what was called saved is on disk, what the rules refuse leaves no trace, and of several changes all are stored or none @main', async ({
  page,
  dacapo,
}) => {
  await openDeviceWithoutServer(page, dacapo.origin)
  const id = await page.evaluate(() => window.device.newPieceId())
  const rejected = { kind: 'rejected', code: 'not-found' }
  expect(await record(page, { kind: 'piece.delete', args: { id } })).toEqual(rejected)
  expect(await readStoreRows(page, 'outbox')).toEqual([])
  expect(await record(page, aPiece('Clair de lune'))).toEqual({ kind: 'saved' })
  expect(await shownPieceNames(page)).toEqual(['Clair de lune'])
  await openDeviceWithoutServer(page, dacapo.origin)
  expect(await shownPieceNames(page)).toEqual(['Clair de lune'])
  expect(await readStoreRows(page, 'outbox')).toHaveLength(1)

  const outcome = await page.evaluate(async () => {
    const [good, gone] = [window.device.newPieceId(), window.device.newPieceId()]
    const part = { id: window.device.newPartId(), name: null, currentTempo: 80 as never }
    const args = { id: good, name: 'Gigue', importance: 3 as const, endTempo: 120 as never, parts: [part] }
    const create = { kind: 'piece.create' as const, args }
    const rejected = await window.device.recordChanges([create, { kind: 'piece.delete', args: { id: gone } }])
    const saved = await window.device.recordChanges([
      create,
      { kind: 'piece.patch', args: { id: good, name: 'Giga' } },
    ])
    return { rejected, saved }
  })
  expect(outcome).toEqual({ rejected, saved: { kind: 'saved' } })
  expect(await shownPieceNames(page)).toEqual(['Clair de lune', 'Giga'])
  expect(await readStoreRows(page, 'outbox')).toHaveLength(3)
})

test('[SC12] two tabs that write at the same moment lose nothing and see each other @main', async ({
  page,
  dacapo,
}) => {
  const other = await page.context().newPage()
  for (const tab of [page, other]) await openDeviceWithoutServer(tab, dacapo.origin)
  const write = (tab: Page, prefix: string) =>
    Promise.all(Array.from({ length: 20 }, (_, number) => record(tab, aPiece(`${prefix} ${number}`))))
  const outcomes = (await Promise.all([write(page, 'left'), write(other, 'right')])).flat()
  expect(outcomes.every(({ kind }) => kind === 'saved')).toBe(true)
  const expected = ['left', 'right'].flatMap(prefix =>
    Array.from({ length: 20 }, (_, number) => `${prefix} ${number}`),
  )
  for (const tab of [page, other]) await expect.poll(() => shownPieceNames(tab)).toEqual(expected.toSorted())
  expect(await readStoreRows(page, 'outbox')).toHaveLength(40)
})

const aPiece = (name: string) => ({ name })

function record(page: Page, change: Intention | { name: string }): Promise<RecordChangeResult> {
  return page.evaluate(wanted => {
    if ('kind' in wanted) return window.device.recordChange(wanted)
    const part = { id: window.device.newPartId(), name: null, currentTempo: 80 as never }
    const args = {
      id: window.device.newPieceId(),
      importance: 3 as const,
      endTempo: 120 as never,
      parts: [part],
    }
    return window.device.recordChange({ kind: 'piece.create', args: { ...args, name: wanted.name } })
  }, change)
}
