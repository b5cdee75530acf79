/* oxlint-disable typescript/unbound-method -- methods of the browser are replaced, and called on their own objects */
import type { Page } from '@playwright/test'
import { INITIAL_PRACTICE_SESSION, type PracticeSession } from '#core/practice/practice-session.ts'
import { shownPieceNames, openDeviceWithoutServer } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { readStoreRows } from '../sync/stored-rows.ts'

// What the device keeps of the routine, with the real database and without any screen.

test('[PX9] a practice session is where it was after a reload, nobody else’s, and stored together with a change', async ({
  page,
  dacapo,
}) => {
  await openDeviceWithoutServer(page, dacapo.origin)
  await keepFinished(page)
  await openDeviceWithoutServer(page, dacapo.origin)
  expect(await savedSession(page)).toEqual(FINISHED)
  await openDeviceWithoutServer(page, dacapo.origin, 'another-user')
  expect(await savedSession(page)).toEqual(INITIAL_PRACTICE_SESSION)

  await openDeviceWithoutServer(page, dacapo.origin)
  const rejected = await page.evaluate(session => {
    const deletion = { kind: 'piece.delete' as const, args: { id: window.device.newPieceId() } }
    return window.device.currentRoutineStorage().record([deletion], { session, timed: null, at: Date.now() })
  }, INITIAL_PRACTICE_SESSION)
  expect(rejected).toEqual({ kind: 'rejected', code: 'not-found' })
  expect(await savedSession(page)).toEqual(FINISHED)

  expect(await recordWithOverview(page)).toEqual({ kind: 'saved' })
  await openDeviceWithoutServer(page, dacapo.origin)
  expect(await shownPieceNames(page)).toEqual(['Gigue'])
  expect(await savedSession(page)).toEqual(INITIAL_PRACTICE_SESSION)
})

test('[PX9] where outbox or meta cannot be written neither the change nor the routine is stored', async ({
  page,
  dacapo,
}) => {
  for (const table of ['outbox', 'meta']) {
    await openDeviceWithoutServer(page, dacapo.origin)
    await keepFinished(page)
    await afterEachWrite(page, table, 'abort')
    expect(await recordWithOverview(page), table).toEqual({ kind: 'failed' })
    await openDeviceWithoutServer(page, dacapo.origin)
    expect(await readStoreRows(page, 'outbox'), table).toEqual([])
    expect(await savedSession(page), table).toEqual(FINISHED)
  }
})

test('[PX9] a page that is reloaded when outbox or meta has been written finds both or neither', async ({
  page,
  dacapo,
}) => {
  for (const table of ['outbox', 'meta']) {
    await openDeviceWithoutServer(page, dacapo.origin)
    const before = (await readStoreRows(page, 'outbox')).length
    await keepFinished(page)
    await afterEachWrite(page, table, 'reload')
    const reloaded = page.waitForEvent('load')
    await recordWithOverview(page).catch(() => 'the page went away')
    await reloaded
    await openDeviceWithoutServer(page, dacapo.origin)
    const stored = await readStoreRows(page, 'outbox')
    expect(await savedSession(page), table).toEqual(
      stored.length > before ? INITIAL_PRACTICE_SESSION : FINISHED,
    )
  }
})

const FINISHED: PracticeSession = { kind: 'finished', queue: [], gone: [], undo: null }

const savedSession = (page: Page) =>
  page.evaluate(async () => (await window.device.currentRoutineStorage().read()).session)

async function keepFinished(page: Page) {
  await page.evaluate(
    session => window.device.currentRoutineStorage().keep({ session, timed: null, at: Date.now() }),
    FINISHED,
  )
  expect(await savedSession(page)).toEqual(FINISHED)
}

/** Records a piece, and with it that the routine is at its overview. */
const recordWithOverview = (page: Page) =>
  page.evaluate(session => {
    const part = { id: window.device.newPartId(), name: null, currentTempo: 80 as never }
    const piece = {
      id: window.device.newPieceId(),
      name: 'Gigue',
      importance: 3 as const,
      endTempo: 120 as never,
    }
    return window.device
      .currentRoutineStorage()
      .record([{ kind: 'piece.create', args: { ...piece, parts: [part] } }], {
        session,
        timed: null,
        at: Date.now(),
      })
  }, INITIAL_PRACTICE_SESSION)

/** What happens when a row of a table has been written and before that is on disk. A full disk aborts at the commit. */
const afterEachWrite = (page: Page, table: string, then: 'abort' | 'reload') =>
  page.evaluate(
    ([wanted, what]) => {
      for (const method of ['add', 'put'] as const) {
        const write = IDBObjectStore.prototype[method]
        IDBObjectStore.prototype[method] = function (...row) {
          const request = write.apply(this, row)
          const { name, transaction } = this
          if (name !== wanted) return request
          request.addEventListener('success', () =>
            what === 'abort' ? transaction.abort() : location.reload(),
          )
          return request
        }
      }
    },
    [table, then] as const,
  )
