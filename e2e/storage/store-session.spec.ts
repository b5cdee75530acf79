/* oxlint-disable typescript/unbound-method -- methods of the browser are replaced, and called on their own objects */
import type { Page } from '@playwright/test'
import { createIdleRoutine, type Routine } from '#core/practice/routine.ts'
import { shownPieceNames, openDeviceWithoutServer } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

test('[PX9][ST1] a change and the routine are stored together, or, where outbox or meta cannot be written, neither', async ({
  page,
  dacapo,
}) => {
  for (const table of ['outbox', 'meta']) {
    await openDeviceWithoutServer(page, dacapo.origin)
    await storeFinishedRoutine(page)
    await abortEachWrite(page, table)
    expect(await recordWithOverview(page), table).toEqual({ kind: 'failed' })
    await openDeviceWithoutServer(page, dacapo.origin)
    expect(await readStoreRows(page, 'outbox'), table).toEqual([])
    expect(await isLeft(page), table).toBe(false)
  }
  expect(await recordWithOverview(page)).toEqual({ kind: 'saved' })
  await openDeviceWithoutServer(page, dacapo.origin)
  expect(await shownPieceNames(page)).toEqual(['Gigue'])
  expect(await isLeft(page)).toBe(true)
})

const isLeft = async (page: Page) => (await savedRoutine(page)).isLeft

const finished = (): Routine => ({ ...createIdleRoutine(Date.now()), isLeft: false })

const savedRoutine = (page: Page) => page.evaluate(async () => window.device.currentRoutineStorage().read())

async function storeFinishedRoutine(page: Page) {
  await page.evaluate(routine => window.device.currentRoutineStorage().keep(routine), finished())
  expect(await isLeft(page)).toBe(false)
}

const recordWithOverview = (page: Page) =>
  page.evaluate(overview => {
    const part = { id: window.device.newPartId(), name: null, currentTempo: 80 as never }
    const piece = {
      id: window.device.newPieceId(),
      name: 'Gigue',
      importance: 3 as const,
      endTempo: 120 as never,
    }
    return window.device
      .currentRoutineStorage()
      .record([{ kind: 'piece.create', args: { ...piece, parts: [part] } }], overview)
  }, createIdleRoutine(Date.now()))

/** Aborts the transaction after a row of the table is written, as a full disk does at commit. */
const abortEachWrite = (page: Page, table: string) =>
  page.evaluate(wanted => {
    for (const method of ['add', 'put'] as const) {
      const write = IDBObjectStore.prototype[method]
      IDBObjectStore.prototype[method] = function (...row) {
        const request = write.apply(this, row)
        const { name, transaction } = this
        if (name === wanted) request.addEventListener('success', () => transaction.abort())
        return request
      }
    }
  }, table)
