import fc from 'fast-check'
import type { DiskFate } from './disk.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const DEVICE_COUNT = 3
export const TABS_PER_DEVICE = 2

/** Something that the musician does. Numbers in the step select the piece or part. */
export type MusicianAct =
  | 'practice'
  | 'practice-timed'
  | 'run-through'
  | 'retract'
  | 'rename'
  | 'set-goal'
  | 'set-urgency'
  | 'set-date'
  | 'hold'
  | 'rename-part'
  | 'set-tempo'
  | 'move-part'
  | 'create'
  | 'add-part'
  | 'delete-part'
  | 'delete'
  | 'bring-back'
  | 'bring-part-back'

/** What happens to a request: on its way, at the server, or on the way back. */
export type RequestFate =
  | 'arrives'
  | 'request-lost'
  | 'answer-lost'
  | 'arrives-twice'
  | 'hangs'
  | 'server-error'

/**
 * One event in a simulated world. Numbers select among what exists at that moment, so that most steps have an effect.
 */
export type TortureStep =
  | {
      kind: 'act'
      device: number
      tab: number
      act: MusicianAct
      which: number
      value: number
      disk: DiskFate
    }
  | { kind: 'sync'; device: number; tab: number; fates: RequestFate[]; disk: DiskFate }
  /** A request that hangs gets through or is lost; others have overtaken it. */
  | { kind: 'let-go'; which: number; fate: 'arrives' | 'request-lost' | 'answer-lost' }
  /** The server gets a request of the last minutes once more, and nobody hears the answer. */
  | { kind: 'replay'; which: number }
  | { kind: 'kill'; device: number }
  | { kind: 'wipe'; device: number }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'set-clock'; device: number; error: number }
  | { kind: 'plan'; role: 'pro' | null }
  | { kind: 'jobs' }
  | { kind: 'back-up' }
  | { kind: 'restore' }

const device = fc.nat(DEVICE_COUNT - 1)
const tab = fc.nat(TABS_PER_DEVICE - 1)
const weighted = <T>(weights: readonly (readonly [number, T])[]) =>
  fc.constantFrom(...weights.flatMap(([weight, value]) => Array.from({ length: weight }, () => value)))

const acts = weighted<MusicianAct>([
  [6, 'practice'],
  [3, 'practice-timed'],
  [1, 'run-through'],
  [1, 'retract'],
  [3, 'rename'],
  [2, 'set-goal'],
  [1, 'set-urgency'],
  [2, 'set-date'],
  [1, 'hold'],
  [2, 'rename-part'],
  [2, 'set-tempo'],
  [3, 'move-part'],
  [2, 'create'],
  [2, 'add-part'],
  [1, 'delete-part'],
  [1, 'delete'],
  [1, 'bring-back'],
  [1, 'bring-part-back'],
])
const disks = weighted<DiskFate>([
  [17, 'stored'],
  [1, 'full'],
  [1, 'killed-before'],
  [1, 'killed-after'],
])
const fates = weighted<RequestFate>([
  [6, 'arrives'],
  [1, 'request-lost'],
  [2, 'answer-lost'],
  [1, 'arrives-twice'],
  [2, 'hangs'],
  [1, 'server-error'],
])
/** Right, a little wrong, an hour, three days, either way. */
const clockError = fc.oneof(
  fc.constantFrom(0, HOUR, -HOUR, 3 * DAY, -3 * DAY),
  fc.integer({ min: -5000, max: 5000 }),
)
const pause = fc.oneof(
  fc.nat(10),
  fc.nat(5000),
  fc.nat(3 * DAY),
  fc.constantFrom(50 * DAY, 100 * DAY, 200 * DAY),
)

const step: fc.Arbitrary<TortureStep> = fc.oneof(
  {
    weight: 16,
    arbitrary: fc.record({
      kind: fc.constant('act' as const),
      device,
      tab,
      act: acts,
      which: fc.nat(30),
      value: fc.nat(168),
      disk: disks,
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constant('sync' as const),
      device,
      tab,
      fates: fc.array(fates, { maxLength: 3 }),
      disk: disks,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('let-go' as const),
      which: fc.nat(5),
      fate: fc.constantFrom('arrives' as const, 'request-lost' as const, 'answer-lost' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('replay' as const), which: fc.nat(9) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('kill' as const), device }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), milliseconds: pause }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('set-clock' as const), device, error: clockError }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('plan' as const), role: fc.constantFrom('pro' as const, null) }),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom<TortureStep>(
      { kind: 'jobs' },
      { kind: 'back-up' },
      { kind: 'restore' },
      { kind: 'wipe', device: 2 },
    ),
  },
)

/** A simulated world and what happens in it: clock errors, the plan, and the steps. */
export type Story = {
  clocks: readonly number[]
  role: 'pro' | null
  steps: readonly TortureStep[]
}

/** Arbitrary story with at most this many steps. */
export const aStory = (longest: number): fc.Arbitrary<Story> =>
  fc.record({
    clocks: fc.tuple(clockError, clockError, clockError),
    role: fc.constantFrom('pro' as const, null),
    steps: fc.array(step, { minLength: 5, maxLength: longest, size: 'max' }),
  })
