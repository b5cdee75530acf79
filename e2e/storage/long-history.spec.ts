/* oxlint-disable typescript/unbound-method -- methods of the browser are replaced, and called on their own objects */
import type { Page } from '@playwright/test'
import type { PracticeEntryId } from '#core/library/piece.ts'
import { aPart, aPiece, aPractice, NOON, partId, practiceId } from '#tests/library/builders.ts'
import { INITIAL_SYNC_POSITION } from '#web/store/local-database.ts'
import { openDevicePage } from '../sync/device-page.ts'
import { recordPracticeOfFirstPart } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { fillDatabase } from './filled-database.ts'

const USER = 'user-of-this-test'
const DAY = 24 * 60 * 60_000
const YEAR = 365 * DAY
const ENTRIES = 3000
const timeOf = (number: number) => NOON - YEAR - number * 60_000

function recentEntry(number: number) {
  const row = aPractice({ id: practiceId(number + 1), at: timeOf(number), revision: 5 })
  if (number === 2) return { ...row, seconds: 999, retractedAt: NOON }
  if (number === 4) return { ...row, seconds: 999, runThroughId: practiceId(9999) }
  return number % 3 === 0 ? row : { ...row, seconds: 100 + number, plannedSeconds: 120 }
}
// 2,000 days of practice, followed by two years without.
const older = Array.from({ length: 2000 }, (_, number) =>
  aPractice({ id: practiceId(ENTRIES + 1 + number), at: NOON - 3 * YEAR - number * DAY, revision: 5 }),
)
const position = {
  ...INITIAL_SYNC_POSITION,
  cursor: 5,
  isLibraryComplete: true,
  entriesCursor: 5,
  isHistoryComplete: true,
  epoch: 'first',
  version: 4,
  generation: 1,
}

test('[ST29][TS1] a long history is read neither at the start nor when a tempo is saved; what needs it reads only what it shows, with what waits laid over it', async ({
  page,
  dacapo,
}) => {
  await openDevicePage(page, dacapo.origin)
  await fillDatabase(page, USER, {
    pieces: [aPiece({ revision: 5 })],
    parts: [aPart({ revision: 5, lastPracticed: timeOf(0), stamps: { currentTempo: timeOf(0) } })],
    practice: [...Array.from({ length: ENTRIES }, (_, number) => recentEntry(number)), ...older],
    meta: [{ key: 'position', value: position }],
  })
  await page.evaluate(countReadRows)
  const rowsRead = () => page.evaluate(() => Number(Reflect.get(window, 'rowsRead')))

  await page.evaluate(user => window.device.openStore(user), USER)
  // The piece and the part.
  const atStart = 2
  expect(await rowsRead()).toBe(atStart)
  await recordPracticeOfFirstPart(page, 91)
  expect(await retract(page, practiceId(1))).toEqual({ kind: 'saved' })
  expect(await rowsRead()).toBe(atStart)
  // The new entry and the retracted one.
  expect(await page.evaluate(() => window.device.library()?.practice.length)).toBe(2)

  await test.step('of some days only their own entries are read, and the first of all', async () => {
    const found = await page.evaluate(
      ([from, until]) => window.device.readEntriesBetweenWithRetracted(from, until),
      [timeOf(2), timeOf(0) + 1] as const,
    )
    // One of them to find the first entry.
    expect(await rowsRead()).toBe(atStart + 4)
    expect(found?.oldestAt).toBe(older.at(-1)?.at)
    const byTime = found?.entries.toSorted((a, b) => b.at - a.at)
    expect(byTime?.map(entry => [entry.id, entry.retractedAt === null])).toEqual([
      [practiceId(1), false],
      [practiceId(2), true],
      [practiceId(3), false],
    ])
    const now = await page.evaluate(
      from => window.device.readEntriesBetweenWithRetracted(from, Infinity),
      NOON,
    )
    expect(now?.entries.map(entry => entry.tempo)).toEqual([91])
  })

  await test.step('all entries of a part are read, or the newest, or those that say how long it takes', async () => {
    const read = await page.evaluate(async part => {
      const entries = await window.device.readEntriesOfPartWithRetracted(part)
      const newest = await window.device.readNewestEntriesOfPart(part, 2)
      const timed = await window.device.readRecentTimedEntriesByPart([part])
      return {
        all: new Set(entries?.map(({ id }) => id)).size,
        living: entries?.filter(({ retractedAt }) => retractedAt === null).length,
        newest: newest?.entries.map(({ tempo, id }) => [Number(tempo), id]),
        hasMore: newest?.hasMore,
        seconds: timed?.get(part)?.map(({ seconds }) => seconds),
      }
    }, partId(1))
    expect(read).toEqual({
      all: ENTRIES + 2001,
      living: ENTRIES + 1999,
      newest: [
        [91, expect.any(String)],
        [90, practiceId(2)],
      ],
      hasMore: true,
      seconds: [110, 108, 107, 105, 101],
    })
  })

  await test.step('the days with practice are read with one entry a day', async () => {
    const before = await rowsRead()
    const days = await page.evaluate(async day => {
      const dayOf = (at: number) => Math.floor(at / day) as never
      return window.device.readDistinctPracticeDays({
        dayOf,
        nextDay: at => (Math.floor(at / day) + 1) * day,
      })
    }, DAY)
    // 3,000 minutes that end at noon span three days; the new entry is on another day.
    expect(days?.length).toBe(2000 + 3 + 1)
    expect((await rowsRead()) - before).toBeLessThan(2100)
  })
})

const retract = (page: Page, entry: PracticeEntryId) =>
  page.evaluate(
    id =>
      window.device.recordChange({
        kind: 'practice.retract',
        args: { id, currentTempo: 80 as never, lastPracticed: null },
      }),
    entry,
  )

function countReadRows() {
  let rows = 0
  Object.defineProperty(window, 'rowsRead', { get: () => rows })
  const counted = <Result>(request: IDBRequest<Result>) => {
    request.addEventListener('success', () => {
      const { result } = request
      rows += Array.isArray(result) ? result.length : Number(result !== undefined && result !== null)
    })
    return request
  }
  const { getAll } = IDBObjectStore.prototype
  const { getAll: getAllOfIndex, get, openCursor } = IDBIndex.prototype
  IDBObjectStore.prototype.getAll = function (...query) {
    return counted(getAll.apply(this, query))
  }
  IDBIndex.prototype.getAll = function (...query) {
    return counted(getAllOfIndex.apply(this, query))
  }
  IDBIndex.prototype.get = function (...query) {
    return counted(get.apply(this, query))
  }
  IDBIndex.prototype.openCursor = function (...query) {
    return counted(openCursor.apply(this, query))
  }
}
