import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Intention } from '#core/library/change.ts'
import { replayChanges } from '#core/library/apply-change.ts'
import { newestEditStamp } from '#core/library/merge.ts'
import { parseSyncResponse, createSyncRequest } from '#core/protocol/sync-protocol.ts'
import { arbitraryIntention } from '#tests/library/arbitraries.ts'
import {
  aChange,
  aPart,
  aPiece,
  bpm,
  createTwoPartPiece,
  NOON,
  partId,
  pieceId,
  practiceId,
} from '#tests/library/builders.ts'
import { ConvergenceServer, type SimulatedTime } from '#tests/sync/model-of-sync.ts'
import { SimulatedDisk } from '#tests/torture/disk.ts'
import { TorturedTab } from '#tests/torture/tab.ts'
import { planSyncRoundWrites } from '#web/sync/run-sync-rounds.ts'
import {
  changesToSend,
  newestPendingStamp,
  applyDelta,
  EMPTY_DEVICE_COPY,
  replayOutbox,
  type DeviceCopy,
} from './device-copy.ts'
import { FIRST_SYNC_POSITION, type PendingRow } from './local-database.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOON }))
afterEach(() => void vi.useRealTimers())

const MINUTE = 60_000

/** Tabs of devices of one user, each on a disk of its own, and a server. */
class Devices {
  readonly time: SimulatedTime = { now: NOON }
  readonly server = new ConvergenceServer(this.time)
  readonly #tabs: readonly { tab: TorturedTab; error: number }[]
  #numbers = 5_000_000

  constructor(errors: readonly number[]) {
    const witness = { stored() {}, killed() {}, nextNumber: () => ++this.#numbers }
    this.#tabs = errors.map(error => ({ tab: new TorturedTab(new SimulatedDisk(), witness), error }))
  }

  at(device: number): TorturedTab {
    const { tab, error } = this.#tabs[device % this.#tabs.length] ?? { tab: undefined, error: 0 }
    if (tab === undefined) throw new Error('no devices')
    vi.setSystemTime(this.time.now + error)
    return tab
  }

  /** A round of at most so many changes, so that others go on waiting. */
  async round(device: number, most: number, latency: number): Promise<DeviceCopy> {
    const sentAt = this.at(device) && Date.now()
    const tab = this.at(device)
    const { outbox, position } = tab.copy.get()
    const { epoch, cursor: since, entriesCursor: entriesSince, clockOffset, generation } = position
    const pending = outbox.slice(0, most)
    const about = { clientId: 'a tab', epoch, since, entriesSince, clientNow: sentAt + clockOffset }
    this.time.now += latency
    const request = createSyncRequest(about, changesToSend(pending, clockOffset))
    const answer = parseSyncResponse(this.server.answer(JSON.parse(JSON.stringify(request))))
    if (answer === null) throw new Error('no answer')
    this.at(device)
    const sent = { pending, since, entriesSince, epoch, generation, sentAt, answeredAt: Date.now() }
    await tab.applyRound(copy => planSyncRoundWrites(copy, sent, answer))
    return tab.copy.get()
  }
}

const anything = (device: number) =>
  arbitraryIntention({
    pieces: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 10 * device, max: 10 * device + 1 })),
    parts: fc.oneof(
      fc.constantFrom(11, 12, 21, 22),
      fc.integer({ min: 100 * device, max: 100 * device + 3 }),
    ),
    // The same entry on two devices, as after the import of one file on both.
    practice: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 100 * device, max: 100 * device + 9 })),
  })

type Step =
  | { kind: 'do'; device: number; intention: Intention }
  | { kind: 'round'; device: number; most: number; latency: number }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'backup' | 'restore' }

const doing = (device: number) =>
  anything(device).map((intention): Step => ({ kind: 'do', device: device - 1, intention }))
const aRound = fc.record({
  kind: fc.constant('round' as const),
  device: fc.nat(1),
  most: fc.integer({ min: 1, max: 3 }),
  latency: fc.oneof(fc.constant(0), fc.nat(1000), fc.nat(20_000)),
})
const aWait = fc.record({
  kind: fc.constant('wait' as const),
  milliseconds: fc.oneof(fc.nat(5), fc.nat(10 * MINUTE)),
})
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 24, arbitrary: doing(1) },
  { weight: 8, arbitrary: doing(2) },
  { weight: 16, arbitrary: aRound },
  { weight: 4, arbitrary: aWait },
  { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'backup' }, { kind: 'restore' }) },
)
const anError = fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 }), fc.constant(60 * MINUTE))

/** What screens show, without revisions, which they do not. */
function shownIn({ view, newest }: Pick<DeviceCopy, 'view' | 'newest'>) {
  const unnumbered = <Id, Row>(rows: ReadonlyMap<Id, Row>) =>
    new Map([...rows].map(([id, row]) => [id, { ...row, revision: 0 }]))
  const { pieces, parts, practice } = view
  const shown = { pieces: unnumbered(pieces), parts: unnumbered(parts), practice: unnumbered(practice) }
  return { view: shown, newest }
}

function fullReplayOf(copy: DeviceCopy) {
  const { confirmed, outbox, position } = copy
  const newest = Math.max(newestEditStamp(confirmed), newestPendingStamp(outbox, position.clockOffset))
  return shownIn({ view: replayOutbox(copy), newest })
}

describe('what a tab shows after a round', () => {
  test('[ST29] is what a full replay of all that still waits gives, whatever was done and answered', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(aStep, { maxLength: 60 }),
        fc.tuple(anError, anError),
        async (steps, errors) => {
          const devices = new Devices(errors)
          const { time, server } = devices
          for (const number of [1, 2]) await devices.at(0).record([createTwoPartPiece(number)])
          for (const device of [0, 1]) await devices.round(device, 9, 0)
          const copies: DeviceCopy[] = []
          let backup = { library: server.library, revision: server.revision }
          for (const step of steps) {
            time.now += 1
            if (step.kind === 'wait') time.now += step.milliseconds
            if (step.kind === 'backup') backup = { library: server.library, revision: server.revision }
            if (step.kind === 'restore') server.restore(backup)
            if (step.kind === 'do') await devices.at(step.device).record([step.intention])
            if (step.kind === 'round') {
              copies.push(await devices.round(step.device, step.most, step.latency))
            }
          }
          for (const device of [0, 1]) copies.push(await devices.round(device, 50, 0))
          const replayed = copies.map(fullReplayOf)
          expect(copies.map(copy => shownIn(copy).view)).toEqual(replayed.map(({ view }) => view))
          // A piece that came back bears no stamp of its deletion, which the copy has seen all the same.
          const hasReturned = steps.some(
            step => step.kind === 'do' && step.intention.kind === 'piece.restore',
          )
          const ahead = copies.map(({ newest }, index) => newest - (replayed[index]?.newest ?? 0))
          expect(ahead.filter(by => (hasReturned ? by < 0 : by !== 0))).toEqual([])
        },
      ),
      { numRuns: 400 },
    )
  })

  test('[ST29] keeps the rows of changes that the answer does not concern, and of those it was expected to give', () => {
    const before = aCopyWith([1, 2, 1, 2])
    const after = roundOf(before, 2, [])
    expect([...after.outbox]).toEqual(before.outbox.slice(2))
    expect(shownIn(after)).toEqual(fullReplayOf(after))
    for (const entry of [3, 4])
      expect(after.view.practice.get(practiceId(entry))).toBe(before.view.practice.get(practiceId(entry)))
  })

  test('[ST29] replays what waits over pieces that another device has changed', () => {
    const before = aCopyWith([1, 2, 1, 2])
    const after = roundOf(before, 0, [aPiece({ id: pieceId(1), name: 'Giga', revision: 7 })])
    expect(shownIn(after)).toEqual(fullReplayOf(after))
    expect(after.view.pieces.get(pieceId(1))?.name).toBe('Giga')
  })

  test('[ST29] is the very same library if nothing came that a screen shows', () => {
    const before = aCopyWith([1, 2])
    expect(roundOf(before, 0, []).view).toBe(before.view)
  })
})

/** Two pieces with a part each, and entries of these pieces that wait. */
function aCopyWith(entries: readonly number[]): DeviceCopy {
  const outbox = entries.map((number, index): PendingRow => {
    const args = {
      id: practiceId(index + 1),
      pieceId: pieceId(number),
      partId: partId(number),
      tempo: bpm(90),
    }
    const change = aChange({ kind: 'practice.add', args }, { at: NOON + 1000 + index })
    return { seq: index + 1, id: change.id, change, offset: 0 }
  })
  return applyDelta(EMPTY_DEVICE_COPY, {
    kind: 'everything',
    rows: {
      pieces: [1, 2].map(number => aPiece({ id: pieceId(number), revision: 5 })),
      parts: [1, 2].map(number => aPart({ id: partId(number), pieceId: pieceId(number), revision: 5 })),
    },
    outbox,
    position: { ...FIRST_SYNC_POSITION, cursor: 5, epoch: 'first', version: 1, generation: 1 },
    rejected: 0,
  })
}

/** A copy after the server has applied so many changes, and told of these pieces, too. */
function roundOf(
  before: DeviceCopy,
  answered: number,
  pieces: readonly ReturnType<typeof aPiece>[],
): DeviceCopy {
  const known = { ...before.confirmed, practice: new Map() }
  const library = replayChanges(known, changesToSend(before.outbox.slice(0, answered), 0))
  const rows = {
    pieces,
    parts: answered === 0 ? [] : [...library.parts.values()].map(part => ({ ...part, revision: 6 })),
  }
  return applyDelta(before, {
    kind: 'round',
    rows,
    outbox: before.outbox.slice(answered),
    position: { ...before.position, cursor: 6, version: 2 },
    rejected: 0,
  })
}
