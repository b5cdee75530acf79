/* oxlint-disable typescript/unbound-method -- methods of the browser are replaced, and called on their own objects */
import { aPart, aPiece, aPractice, NOON, partId, practiceId } from '#tests/library/builders.ts'
import { FIRST_SYNC_POSITION } from '#web/store/local-database.ts'
import { openDevicePage } from '../sync/device-page.ts'
import { recordPracticeOfFirstPart } from '../sync/device-steps.ts'
import { expect, test } from '../musician.ts'
import { fillDatabase } from './filled-database.ts'

const USER = 'user-of-this-test'
const YEAR = 365 * 24 * 60 * 60_000
const ENTRIES = 3000
/** The newest is a year old. */
const at = (number: number) => NOON - YEAR - number * 60_000

const ROWS = {
  pieces: [aPiece({ revision: 5 })],
  parts: [aPart({ revision: 5, lastPracticed: at(0), stamps: { currentTempo: at(0) } })],
  practice: Array.from({ length: ENTRIES }, (_, number) =>
    aPractice({ id: practiceId(number + 1), at: at(number), revision: 5 }),
  ),
  meta: [
    {
      key: 'position',
      value: {
        ...FIRST_SYNC_POSITION,
        cursor: 5,
        isLibraryComplete: true,
        entriesCursor: 5,
        isHistoryComplete: true,
        epoch: 'first',
        version: 4,
        generation: 1,
      },
    },
  ],
}

test('[ST29] a long history is read neither at the start nor when a tempo is saved, and is there for what needs it', async ({
  page,
  dacapo,
}) => {
  await openDevicePage(page, dacapo.origin)
  await fillDatabase(page, USER, ROWS)
  await page.evaluate(() => {
    const counter = { rows: 0 }
    const { getAll } = IDBObjectStore.prototype
    const { getAll: getAllOfIndex } = IDBIndex.prototype
    const counted = (request: IDBRequest<unknown[]>) => {
      request.addEventListener('success', () => (counter.rows += request.result.length))
      return request
    }
    IDBObjectStore.prototype.getAll = function (...query) {
      return counted(getAll.apply(this, query))
    }
    IDBIndex.prototype.getAll = function (...query) {
      return counted(getAllOfIndex.apply(this, query))
    }
    Object.assign(window, { counter })
  })
  const rowsRead = () =>
    page.evaluate(() => (window as unknown as { counter: { rows: number } }).counter.rows)

  await page.evaluate(user => window.device.openStore(user), USER)
  // The piece and the part.
  const atStart = 2
  expect(await rowsRead()).toBe(atStart)
  await recordPracticeOfFirstPart(page, 90)
  expect(await rowsRead()).toBe(atStart)
  const inMemory = await page.evaluate(() => window.device.library()?.practice ?? [])
  expect(inMemory).toHaveLength(1)

  const retracted = await page.evaluate(
    newest =>
      window.device.recordChange({
        kind: 'practice.retract',
        args: { id: newest, currentTempo: 80 as never, lastPracticed: null },
      }),
    practiceId(1),
  )
  expect(retracted).toEqual({ kind: 'saved' })
  const own = inMemory[0]?.id ?? practiceId(0)
  const undone = await page.evaluate(
    ([id, before]) =>
      window.device.recordChange({
        kind: 'practice.retract',
        args: { id, currentTempo: 80 as never, lastPracticed: before },
      }),
    [own, at(1)] as const,
  )
  expect(undone).toEqual({ kind: 'saved' })
  expect((await page.evaluate(() => window.device.library()))?.parts[0]?.lastPracticed).toBe(at(1))
  expect(await page.evaluate(() => window.device.entries())).toHaveLength(ENTRIES + 1)
})

test('[ST29] the entries of some days are read by an index, and so are all of a part; what waits is laid over them', async ({
  page,
  dacapo,
}) => {
  await openDevicePage(page, dacapo.origin)
  const day = 24 * 60 * 60_000
  // Two thousand days, then two years without practice, then the entries of ROWS.
  const older = Array.from({ length: 2000 }, (_, number) =>
    aPractice({ id: practiceId(ENTRIES + 1 + number), at: NOON - 3 * YEAR - number * day, revision: 5 }),
  )
  await fillDatabase(page, USER, { ...ROWS, practice: [...ROWS.practice, ...older] })
  await page.evaluate(user => window.device.openStore(user), USER)
  await page.evaluate(
    newest =>
      window.device.recordChange({
        kind: 'practice.retract',
        args: { id: newest, currentTempo: 80 as never, lastPracticed: null },
      }),
    practiceId(1),
  )
  await recordPracticeOfFirstPart(page, 91)

  await test.step('of some days only their own entries are read, and the first of all', async () => {
    const read = await page.evaluate(
      async ([from, until]) => {
        const { getAll, openCursor } = IDBIndex.prototype
        let entries = 0
        let cursors = 0
        IDBIndex.prototype.getAll = function (...query) {
          const request = getAll.apply(this, query)
          request.addEventListener('success', () => (entries += request.result.length))
          return request
        }
        IDBIndex.prototype.openCursor = function (...query) {
          const request = openCursor.apply(this, query)
          request.addEventListener('success', () => (cursors += 1))
          return request
        }
        const found = await window.device.readEntriesBetween(from, until)
        return { found, entries, cursors }
      },
      [at(2), at(0) + 1] as const,
    )
    // Ten years later, or ten seconds: the first entry is looked at once.
    expect(read).toMatchObject({ entries: 3, cursors: 1, found: { oldestAt: older.at(-1)?.at } })
    const byTime = read.found?.entries.toSorted((a, b) => b.at - a.at)
    expect(byTime?.map(entry => [entry.id, entry.retractedAt === null])).toEqual([
      [practiceId(1), false],
      [practiceId(2), true],
      [practiceId(3), true],
    ])
    const now = await page.evaluate(
      async from => (await window.device.readEntriesBetween(from, Infinity))?.entries,
      NOON,
    )
    expect(now?.map(entry => entry.tempo)).toEqual([91])
  })

  await test.step('all entries of a part are read', async () => {
    const read = await page.evaluate(async part => {
      const store = window.device.store()
      if (store === null || store === undefined) throw new Error('no store')
      const entries = await window.device.readEntriesOfPart(part)
      const newest = await window.device.readNewestEntries(part, 2)
      return {
        all: new Set(entries?.map(({ id }) => id)).size,
        living: entries?.filter(({ retractedAt }) => retractedAt === null).length,
        newest: newest?.entries.map(({ tempo, id }) => [Number(tempo), id]),
        hasMore: newest?.hasMore,
        inMemory: store.copy.get().view.practice.size,
      }
    }, partId(1))
    expect(read.all).toBe(ENTRIES + 2001)
    expect(read.living).toBe(ENTRIES + 2000)
    expect(read.newest).toEqual([
      [91, expect.any(String)],
      [90, practiceId(2)],
    ])
    expect(read.hasMore).toBe(true)
    // The new one and the retracted one.
    expect(read.inMemory).toBe(2)
  })
})

test('[ST29][TS1] of a long history, the days with practice are read with one entry a day, and how long a part takes with the newest of it', async ({
  page,
  dacapo,
}) => {
  await openDevicePage(page, dacapo.origin)
  const [newest = aPractice()] = ROWS.practice
  const alone = aPractice({
    id: practiceId(ENTRIES + 1),
    at: NOON - 2 * YEAR,
    retractedAt: NOON,
    revision: 5,
  })
  const timed = (number: number) => {
    const row = aPractice({ id: practiceId(number + 1), at: at(number), revision: 5 })
    if (number === 2) return { ...row, seconds: 999, retractedAt: NOON }
    if (number === 4) return { ...row, seconds: 999, runThroughId: practiceId(9999) }
    return number % 3 === 0 ? row : { ...row, seconds: 100 + number, plannedSeconds: 120 }
  }
  const practice = [...ROWS.practice.map((_, number) => timed(number)), alone]
  await fillDatabase(page, USER, { ...ROWS, practice })
  await page.evaluate(user => window.device.openStore(user), USER)

  await test.step('the days with practice are read with one entry a day, retracted ones left out', async () => {
    const read = await page.evaluate(async () => {
      const day = 24 * 60 * 60_000
      const { get, getAll } = IDBIndex.prototype
      let entries = 0
      IDBIndex.prototype.get = function (...query) {
        const request = get.apply(this, query)
        request.addEventListener('success', () => (entries += request.result === undefined ? 0 : 1))
        return request
      }
      IDBIndex.prototype.getAll = function (...query) {
        const request = getAll.apply(this, query)
        request.addEventListener('success', () => (entries += request.result.length))
        return request
      }
      const days = await window.device.readPracticeDays({
        dayOf: at => Math.floor(at / day) as never,
        nextDay: at => (Math.floor(at / day) + 1) * day,
      })
      return { days, entries }
    })
    // 3,000 minutes that end at noon touch three days. The retracted entry is the only one of its own and read twice; the
    // first entries of both times with practice are read once more.
    const last = Math.floor(newest.at / (24 * 60 * 60_000))
    expect(read).toEqual({ days: [last - 2, last - 1, last], entries: 7 })
  })

  await test.step('only the newest entries of a part say how long it usually takes', async () => {
    await recordPracticeOfFirstPart(page, 90)
    const read = await page.evaluate(async part => {
      const { openCursor } = IDBIndex.prototype
      let rows = 0
      IDBIndex.prototype.openCursor = function (...query) {
        const request = openCursor.apply(this, query)
        request.addEventListener('success', () => (rows += 1))
        return request
      }
      const found = await window.device.readNewestTimedEntries([part])
      return { seconds: found?.get(part)?.map(({ seconds }) => seconds), rows }
    }, partId(1))
    // Every third was not counted, the third and the fifth are no practice of the part.
    expect(read).toEqual({ seconds: [110, 108, 107, 105, 101], rows: 11 })
  })
})
