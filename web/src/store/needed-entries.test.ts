import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Change, Intention } from '#core/library/change.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { withAddedRows, EMPTY_LIBRARY, type Library, type Rows } from '#core/library/library.ts'
import type { Practice } from '#core/library/piece.ts'
import { arbitraryIntention } from '#tests/library/arbitraries.ts'
import {
  aChange,
  aPart,
  aPiece,
  aPractice,
  bpm,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { changesToSend } from './changes-to-send.ts'
import { applyDelta, EMPTY_DEVICE_COPY, type DeviceCopy } from './device-copy.ts'
import type { HistoryReader } from './history-reader.ts'
import { readNeededEntries } from './needed-entries.ts'
import { FIRST_SYNC_POSITION } from './sync-position.ts'

const PIECES = [1, 2].map(number => aPiece({ id: pieceId(number) }))

/** Entries of four parts at few moments, so that several are the newest and some are told to be the last. */
const aHistory = fc
  .array(
    fc.record({
      part: fc.constantFrom(11, 12, 21, 22),
      moment: fc.integer({ min: 1, max: 6 }),
      retracted: fc.boolean(),
    }),
    { maxLength: 14 },
  )
  .map(entries =>
    entries.map(({ part, moment, retracted }, index) =>
      aPractice({
        id: practiceId(index + 1),
        pieceId: pieceId(Math.floor(part / 10)),
        partId: partId(part),
        at: NOON + moment,
        tempo: bpm(60 + moment),
        retractedAt: retracted ? NOON + 10 : null,
        revision: 1,
      }),
    ),
  )

const aRetraction = fc
  .record({
    id: fc.integer({ min: 1, max: 18 }).map(practiceId),
    currentTempo: fc.constant(bpm(60)),
    lastPracticed: fc.option(fc.integer({ min: 1, max: 6 }).map(moment => NOON + moment)),
  })
  .map((args): Intention => ({ kind: 'practice.retract', args }))

const aStory = fc.array(
  fc.oneof(
    aRetraction,
    arbitraryIntention({
      pieces: fc.constantFrom(1, 2),
      parts: fc.constantFrom(11, 12, 21, 22),
      practice: fc.integer({ min: 1, max: 18 }),
    }),
  ),
  { maxLength: 8 },
)

test('[ST29] changes do the same with the entries that they need as with the whole history', async () => {
  let retracted = 0
  await fc.assert(
    fc.asyncProperty(aHistory, aStory, async (entries, story) => {
      const whole = libraryOf(entries)
      const changes = story.map((intention, index) => aChange(intention, { at: NOON + 3 + index }))
      const copy = await copyAfter(whole, changes)
      const expected = replayChanges(whole, changesToSend(copy.outbox, 0))
      expect([...copy.view.parts]).toEqual([...expected.parts])
      for (const [id, entry] of copy.view.practice) expect(entry).toEqual(expected.practice.get(id))
      const written = [...expected.practice.values()].filter(entry => entry !== whole.practice.get(entry.id))
      expect(written.map(({ id }) => copy.view.practice.get(id))).toEqual(written)
      retracted += changes.filter(({ kind }) => kind === 'practice.retract').length
    }),
    { numRuns: 1500 },
  )
  expect(retracted).toBeGreaterThan(500)
})

test('[ST29] of two changes that add the same entry, it is the one not refused whose history is needed', async () => {
  const added = { id: practiceId(2), tempo: bpm(40) }
  const story: Intention[] = [
    { kind: 'practice.add', args: { ...added, pieceId: pieceId(2), partId: partId(11) } },
    { kind: 'practice.add', args: { ...added, pieceId: pieceId(1), partId: partId(12) } },
    { kind: 'practice.retract', args: { id: added.id, currentTempo: bpm(60), lastPracticed: null } },
  ]
  const earlier = aPractice({ id: practiceId(1), pieceId: pieceId(1), partId: partId(12), at: NOON + 1 })
  const changes = story.map((intention, index) => aChange(intention, { at: NOON + 3 + index }))
  const copy = await copyAfter(libraryOf([earlier]), changes)
  expect(copy.view.parts.get(partId(12))?.lastPracticed).toBe(earlier.at)
})

test('[ST29] a saved tempo needs its own entry of the history, and nothing of the others', async () => {
  const asked: string[] = []
  const history: HistoryReader = {
    withIds: async ids => (asked.push(...ids), []),
    newestOf: () => Promise.reject(new Error('not needed')),
  }
  const args = { id: practiceId(1), pieceId: pieceId(1), partId: partId(11), tempo: bpm(90) }
  expect(await readNeededEntries(history, [{ kind: 'practice.add', args }], () => [])).toEqual([])
  expect(asked).toEqual([practiceId(1)])
})

/** A device whose history stays on the disk, with these changes waiting, recorded one after the other. */
async function copyAfter(whole: Library, changes: readonly Change[]): Promise<DeviceCopy> {
  const rows: Rows = { pieces: [...whole.pieces.values()], parts: [...whole.parts.values()], practice: [] }
  const position = { ...FIRST_SYNC_POSITION, cursor: 1, epoch: 'first', version: 1, generation: 1 }
  let copy = applyDelta(EMPTY_DEVICE_COPY, { kind: 'everything', rows, outbox: [], position, refused: 0 })
  for (const [index, change] of changes.entries()) {
    const waiting = () => copy.outbox.map(row => row.change)
    const entries = await readNeededEntries(historyOf(whole), [change], waiting)
    const added = [{ seq: index + 1, id: change.id, change, offset: 0 }]
    copy = applyDelta(copy, { kind: 'waiting', added, entries })
  }
  return copy
}

/** What stored-history.ts reads. */
function historyOf({ practice }: Library): HistoryReader {
  const ofPart = (partId: string) =>
    [...practice.values()].filter(entry => entry.partId === partId).toSorted((a, b) => b.at - a.at)
  return {
    withIds: async ids => [...ids].map(id => practice.get(id)).filter(entry => entry !== undefined),
    newestOf: async (partId, living) => {
      const newest: Practice[] = []
      let left = living
      for (const entry of ofPart(partId)) {
        if (left === 0) break
        newest.push(entry)
        if (entry.retractedAt === null) left -= 1
      }
      return newest
    },
  }
}

function libraryOf(practice: readonly Practice[]): Library {
  const parts = [11, 12, 21, 22].map(number => {
    const id = partId(number)
    const lived = practice.filter(entry => entry.partId === id && entry.retractedAt === null)
    const newest = lived.toSorted((a, b) => b.at - a.at)[0]
    const reached = newest && { currentTempo: newest.tempo, tempoAt: newest.at, lastPracticed: newest.at }
    return aPart({ id, pieceId: pieceId(Math.floor(number / 10)), ...reached })
  })
  return withAddedRows(EMPTY_LIBRARY, { pieces: PIECES, parts, practice })
}
