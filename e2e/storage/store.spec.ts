/* oxlint-disable typescript/unbound-method -- methods of the browser are replaced, and called on their own objects */
import type { Page } from '@playwright/test'
import type { Intention } from '#core/library/change.ts'
import type { RecordChangeResult } from '#web/store/store-interface.ts'
import { shownPieceNames, openDeviceWithoutServer } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

test.describe('the library on the device', () => {
  test('[ST1] what was called saved is on disk, what the rules refuse or the browser takes back leaves no trace @main', async ({
    page,
    dacapo,
  }) => {
    await test.step('what was called saved is on disk: shown at once, after a reload, and in the database itself', async () => {
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
    })

    await test.step('a write that the browser takes back is never called saved', async () => {
      // The transaction is aborted after everything was written into it, as a full disk does at the commit.
      await page.evaluate(() => {
        const { add } = IDBObjectStore.prototype
        IDBObjectStore.prototype.add = function (...row) {
          const request = add.apply(this, row)
          request.addEventListener('success', () => this.transaction.abort())
          return request
        }
      })
      expect(await record(page, aPiece('The Swan'))).toEqual({ kind: 'failed' })
      expect(await shownPieceNames(page)).toEqual(['Clair de lune'])
      expect(await readStoreRows(page, 'outbox')).toHaveLength(1)
    })
  })

  test('[ST1] of several changes together all are stored, or none', async ({ page, dacapo }) => {
    await openDeviceWithoutServer(page, dacapo.origin)
    const outcome = await page.evaluate(async () => {
      const piece = (id: ReturnType<typeof window.device.newPieceId>) => ({
        kind: 'piece.create' as const,
        args: {
          id,
          name: 'Gigue',
          importance: 3 as const,
          endTempo: 120 as never,
          parts: [{ id: window.device.newPartId(), name: null, currentTempo: 80 as never }],
        },
      })
      const [good, gone] = [window.device.newPieceId(), window.device.newPieceId()]
      const rejected = await window.device.recordChanges([
        piece(good),
        { kind: 'piece.delete', args: { id: gone } },
      ])
      const saved = await window.device.recordChanges([
        piece(good),
        { kind: 'piece.patch', args: { id: good, name: 'Giga' } },
      ])
      return { rejected, saved }
    })
    expect(outcome).toEqual({ rejected: { kind: 'rejected', code: 'not-found' }, saved: { kind: 'saved' } })
    expect(await shownPieceNames(page)).toEqual(['Giga'])
    expect(await readStoreRows(page, 'outbox')).toHaveLength(2)
  })

  test('[SC12] two tabs that write at the same moment lose nothing and see each other @main', async ({
    page,
    dacapo,
  }) => {
    const other = await page.context().newPage()
    for (const tab of [page, other]) await openDeviceWithoutServer(tab, dacapo.origin)
    const write = (tab: Page, hand: string) =>
      Promise.all(Array.from({ length: 20 }, (_, number) => record(tab, aPiece(`${hand} ${number}`))))
    const outcomes = (await Promise.all([write(page, 'left'), write(other, 'right')])).flat()
    expect(outcomes.every(({ kind }) => kind === 'saved')).toBe(true)
    const expected = ['left', 'right'].flatMap(hand =>
      Array.from({ length: 20 }, (_, number) => `${hand} ${number}`),
    )
    for (const tab of [page, other])
      await expect.poll(() => shownPieceNames(tab)).toEqual(expected.toSorted())
    expect(await readStoreRows(page, 'outbox')).toHaveLength(40)
  })
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
