import fc from 'fast-check'
import type { DiskFate } from './disk.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const DEVICE_COUNT = 3
export const TABS_PER_DEVICE = 2

/** What the musician does, and how often. Numbers in the step select the piece or part. */
const ACTS = {
  practice: 6,
  'practice-timed': 3,
  'run-through': 1,
  retract: 1,
  rename: 3,
  'set-goal': 2,
  'set-urgency': 1,
  'set-date': 2,
  hold: 1,
  'rename-part': 2,
  'set-tempo': 2,
  'move-part': 3,
  create: 2,
  'add-part': 2,
  'delete-part': 1,
  delete: 1,
  'bring-back': 1,
  'bring-part-back': 1,
}
/** What happens to a request: on its way, at the server, or on the way back. */
const FATES = {
  arrives: 6,
  'request-lost': 1,
  'answer-lost': 2,
  'arrives-twice': 1,
  hangs: 2,
  'server-error': 1,
}
const DISKS: Record<DiskFate, number> = { stored: 17, full: 1, 'killed-before': 1, 'killed-after': 1 }

export type MusicianAct = keyof typeof ACTS
export type RequestFate = keyof typeof FATES

/** One event in a simulated world. Numbers select among what exists at that moment, so that most steps have an effect. */
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
  | { kind: 'kill' | 'wipe'; device: number }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'set-clock'; device: number; error: number }
  | { kind: 'plan'; role: 'pro' | null }
  | { kind: 'jobs' | 'back-up' | 'restore' }

const weighted = <T extends string>(weights: Record<T, number>) =>
  fc.constantFrom(
    ...Object.entries<number>(weights).flatMap(([value, weight]) =>
      Array.from({ length: weight }, () => value as T),
    ),
  )
/** Steps of a kind, so often among the others. */
const often = <Step>(weight: number, model: { [Name in keyof Step]: fc.Arbitrary<Step[Name]> }) => ({
  weight,
  arbitrary: fc.record(model),
})
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const device = fc.nat(DEVICE_COUNT - 1)
const tab = fc.nat(TABS_PER_DEVICE - 1)
const disk = weighted(DISKS)
const fates = fc.array(weighted(FATES), { maxLength: 3 })
const role = fc.constantFrom('pro' as const, null)
/** Right, a little wrong, an hour, three days, either way. */
const error = fc.oneof(
  fc.constantFrom(0, HOUR, -HOUR, 3 * DAY, -3 * DAY),
  fc.integer({ min: -5000, max: 5000 }),
)
const milliseconds = fc.oneof(
  fc.nat(10),
  fc.nat(5000),
  fc.nat(3 * DAY),
  fc.constantFrom(50 * DAY, 100 * DAY, 200 * DAY),
)
const rare: TortureStep[] = [
  { kind: 'jobs' },
  { kind: 'back-up' },
  { kind: 'restore' },
  { kind: 'wipe', device: 2 },
]

const act = { device, tab, act: weighted(ACTS), which: fc.nat(30), value: fc.nat(168), disk }
const fate = fc.constantFrom('arrives' as const, 'request-lost' as const, 'answer-lost' as const)

const step: fc.Arbitrary<TortureStep> = fc.oneof(
  often(16, { kind: kind('act'), ...act }),
  often(9, { kind: kind('sync'), device, tab, fates, disk }),
  often(2, { kind: kind('let-go'), which: fc.nat(5), fate }),
  often(1, { kind: kind('replay'), which: fc.nat(9) }),
  often(1, { kind: kind('kill'), device }),
  often(4, { kind: kind('wait'), milliseconds }),
  often(1, { kind: kind('set-clock'), device, error }),
  often(1, { kind: kind('plan'), role }),
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
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
    clocks: fc.tuple(error, error, error),
    role,
    steps: fc.array(step, { minLength: 5, maxLength: longest, size: 'max' }),
  })
