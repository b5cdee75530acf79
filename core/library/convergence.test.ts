import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { arbitraryIntention } from '#tests/library/arbitraries.ts'
import { bpm, createTwoPartPiece, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { aWorld, type ModelDevice } from '#tests/sync/model-of-sync.ts'
import { visibleLibrary } from '#tests/sync/visible-library.ts'
import type { Intention } from './change.ts'
import { EMPTY_LIBRARY } from './library.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const addPractice = (entry: number, part: number, tempo: number): Intention => ({
  kind: 'practice.add',
  args: { id: practiceId(entry), pieceId: pieceId(1), partId: partId(part), tempo: bpm(tempo) },
})
const rename = (name: string): Intention => ({ kind: 'piece.patch', args: { id: pieceId(1), name } })

/** Everybody sends and pulls until nothing waits: twice, since what the last one sends the first one must pull. */
function settle(devices: readonly ModelDevice[]): void {
  for (const device of [...devices, ...devices]) device.sync()
}

// Ids of things made anew are a device's own, as UUIDs are; everything else meets.
const anything = (device: number) =>
  arbitraryIntention({
    pieces: fc.oneof(fc.constantFrom(1, 2), fc.integer({ min: 10 * device, max: 10 * device + 1 })),
    parts: fc.oneof(
      fc.constantFrom(11, 12, 21, 22),
      fc.integer({ min: 100 * device, max: 100 * device + 4 }),
    ),
    practice: fc.integer({ min: 100 * device, max: 100 * device + 9 }),
  })

type Step =
  | { kind: 'do'; device: number; intention: Intention }
  | { kind: 'sync'; device: number; fate: 'arrives' | 'answer-lost' }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'backup' | 'restore' }

const doing = (device: number) =>
  anything(device).map((intention): Step => ({ kind: 'do', device: device - 1, intention }))
const syncing = fc.record({
  kind: fc.constant('sync' as const),
  device: fc.nat(2),
  fate: fc.constantFrom('arrives' as const, 'arrives' as const, 'answer-lost' as const),
})
const waiting = fc.record({
  kind: fc.constant('wait' as const),
  milliseconds: fc.oneof(fc.nat(5), fc.nat(5000), fc.nat(3 * DAY)),
})
const aStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: doing(1) },
  { weight: 4, arbitrary: doing(2) },
  { weight: 2, arbitrary: doing(3) },
  { weight: 3, arbitrary: syncing },
  { weight: 2, arbitrary: waiting },
)
const anError = fc.oneof(
  fc.constant(0),
  fc.integer({ min: -5000, max: 5000 }),
  fc.integer({ min: -3 * DAY, max: 3 * DAY }),
)
const errors = fc.tuple(anError, anError, anError)

/** A world in which the steps were done, starting from two pieces that every device knows. */
function played(steps: readonly Step[], clocks: readonly number[]) {
  const world = aWorld(...clocks)
  const { time, server, devices } = world
  for (const number of [1, 2]) devices[0]?.record(createTwoPartPiece(number))
  settle(devices)
  time.now += 10
  let backup = { library: server.library, revision: server.revision }
  const kept = new Set<string>()
  for (const step of steps) {
    time.now++
    if (step.kind === 'wait') time.now += step.milliseconds
    if (step.kind === 'backup') backup = { library: server.library, revision: server.revision }
    if (step.kind === 'restore') server.restore(backup)
    if (step.kind === 'sync') devices[step.device]?.sync(step.fate)
    if (step.kind === 'do') {
      const change = devices[step.device]?.record(step.intention)
      if (change?.kind === 'practice.add') kept.add(change.args.id)
    }
  }
  return { ...world, kept }
}

describe('two devices and a server', () => {
  test('[ME8] edits of different fields and parts all survive', () => {
    const { time, server, devices } = aWorld(0, 0)
    const [phone, tablet] = devices as [ModelDevice, ModelDevice]
    phone.record(createTwoPartPiece(1))
    settle(devices)
    time.now += HOUR
    phone.record(addPractice(1, 11, 90))
    phone.record({ kind: 'piece.patch', args: { id: pieceId(1), endTempo: bpm(140) } })
    tablet.record(rename('Gigue'))
    tablet.record(addPractice(2, 12, 100))
    tablet.record({ kind: 'part.patch', args: { id: partId(11), name: 'Theme' } })
    settle(devices)
    expect(server.library.pieces.get(pieceId(1))).toMatchObject({ name: 'Gigue', endTempo: 140 })
    expect(server.library.parts.get(partId(11))).toMatchObject({ name: 'Theme', currentTempo: 90 })
    expect(server.library.parts.get(partId(12))).toMatchObject({ currentTempo: 100 })
    expect(server.library.practice.size).toBe(2)
    for (const device of devices) expect(device.view()).toEqual(server.library)
  })

  test.each([
    ['an hour slow', -HOUR],
    ['right', 0],
    ['an hour fast', HOUR],
    ['three days fast', 3 * DAY],
  ])(
    '[ME8][ME1] a device whose clock is %s wins with the later edit and loses with the earlier',
    (_, error) => {
      const { time, devices } = aWorld(error, 0)
      const [wrong, right] = devices as [ModelDevice, ModelDevice]
      wrong.record(createTwoPartPiece(1))
      settle(devices)
      const named = () => devices.map(device => device.view().pieces.get(pieceId(1))?.name)

      time.now += HOUR
      right.record(rename('Earlier'))
      time.now += 1000
      wrong.record(rename('Later'))
      settle(devices)
      expect(named()).toEqual(['Later', 'Later'])

      time.now += HOUR
      wrong.record(rename('Earlier'))
      time.now += 1000
      right.record(rename('Later again'))
      settle([right, wrong])
      expect(named()).toEqual(['Later again', 'Later again'])
    },
  )

  test('[ME8] a device whose clock is wrong sees its own edit at once, before it ever heard of the server', () => {
    const { devices } = aWorld(-HOUR)
    const [phone] = devices as [ModelDevice]
    phone.record(createTwoPartPiece(1))
    phone.sync()
    phone.record(rename('Gigue'))
    expect(phone.view().pieces.get(pieceId(1))?.name).toBe('Gigue')
  })

  test('[ME8][LI7] what was practiced on a deleted piece is in the history of all devices', () => {
    const { devices } = aWorld(0, 0)
    const [phone, tablet] = devices as [ModelDevice, ModelDevice]
    phone.record(createTwoPartPiece(1))
    settle(devices)
    phone.record({ kind: 'piece.delete', args: { id: pieceId(1) } })
    tablet.record({
      kind: 'part.add',
      args: { id: partId(99), pieceId: pieceId(1), name: 'Coda', currentTempo: bpm(70) },
    })
    tablet.record(addPractice(1, 99, 75))
    settle(devices)
    for (const device of devices) expect([...device.view().practice.keys()]).toEqual([practiceId(1)])
    expect(tablet.rejected.map(({ code }) => code)).toEqual(['deleted'])
  })

  test('[ME8] whatever three devices do, whatever their clocks say, whichever answers are lost: all show the same', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), errors, (steps, clocks) => {
        const { server, devices } = played(steps, clocks)
        settle(devices)
        for (const device of devices) {
          expect(device.outbox).toEqual([])
          expect(device.confirmed).toEqual(server.library)
          expect(device.view()).toEqual(server.library)
        }
      }),
      { numRuns: 150 },
    )
  })

  test('[ME7][ME8] every entry a device accepted is in the history once, or set aside with its reason', () => {
    fc.assert(
      fc.property(fc.array(aStep, { maxLength: 60 }), errors, (steps, clocks) => {
        const { server, devices, kept } = played(steps, clocks)
        settle(devices)
        const rejected = devices.flatMap(({ rejected }) =>
          rejected.flatMap(({ change }) => (change.kind === 'practice.add' ? [change.args.id] : [])),
        )
        expect([...server.library.practice.keys(), ...rejected].toSorted()).toEqual([...kept].toSorted())
      }),
      { numRuns: 150 },
    )
  })

  test('[ME8] a device that is alone and has the right time shows before the round what it shows after', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(doing(1), waiting), { maxLength: 40 }), steps => {
        const { server, devices } = played(steps, [0])
        const [phone] = devices as [ModelDevice]
        const before = visibleLibrary(phone.view())
        phone.sync('answer-lost')
        expect(visibleLibrary(server.library)).toEqual(before)
        phone.sync()
        expect(visibleLibrary(phone.view())).toEqual(before)
        expect(phone.rejected).toEqual([])
      }),
      { numRuns: 150 },
    )
  })

  test('[LS17][ME8] after a restored backup the devices have what the server has, and send what still waits', () => {
    const { server, devices } = aWorld(0, 0)
    const [phone, tablet] = devices as [ModelDevice, ModelDevice]
    phone.record(createTwoPartPiece(1))
    settle(devices)
    const backup = { library: server.library, revision: server.revision }
    phone.record(rename('Lost with the disk'))
    settle(devices)
    tablet.record(addPractice(1, 11, 90))
    server.restore(backup)
    settle([tablet, phone])
    for (const device of devices) {
      expect(device.view()).toEqual(server.library)
      expect(device.view().pieces.get(pieceId(1))?.name).toBe('Piece 1')
      expect(device.view().practice.size).toBe(1)
    }
  })

  test('[LS17][ME8] whatever was going on when a backup was restored: all show the same', () => {
    const withBackups = fc.oneof(
      { weight: 15, arbitrary: aStep },
      { weight: 1, arbitrary: fc.constantFrom<Step>({ kind: 'backup' }, { kind: 'restore' }) },
    )
    fc.assert(
      fc.property(fc.array(withBackups, { maxLength: 60 }), errors, (steps, clocks) => {
        const { server, devices } = played(steps, clocks)
        settle(devices)
        for (const device of devices) expect(device.view()).toEqual(server.library)
      }),
      { numRuns: 150 },
    )
  })

  test('[LS17] a server that has nothing any more empties the devices', () => {
    const { server, devices } = aWorld(0)
    const [phone] = devices as [ModelDevice]
    phone.record(createTwoPartPiece(1))
    phone.sync()
    server.restore({ library: EMPTY_LIBRARY, revision: 0 })
    phone.sync()
    expect(phone.view()).toEqual(EMPTY_LIBRARY)
  })
})
