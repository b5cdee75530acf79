import fc from 'fast-check'
import type { DiskFate } from './disk.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

export const DEVICE_COUNT = 3
export const TABS_PER_DEVICE = 2

const ACT_WEIGHTS = {
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
const FATE_WEIGHTS = {
  arrives: 6,
  'request-lost': 1,
  'answer-lost': 2,
  'arrives-twice': 1,
  hangs: 2,
  'server-error': 1,
}
const DISK_WEIGHTS: Record<DiskFate, number> = { stored: 17, full: 1, 'killed-before': 1, 'killed-after': 1 }

export type MusicianAct = keyof typeof ACT_WEIGHTS
export type RequestFate = keyof typeof FATE_WEIGHTS

/** Numbers select among what exists at that moment, so that most steps have an effect. */
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
  | { kind: 'release'; which: number; fate: 'arrives' | 'request-lost' | 'answer-lost' }
  /** The server gets a recent request again, and its answer is dropped. */
  | { kind: 'replay'; which: number }
  | { kind: 'kill' | 'wipe'; device: number }
  | { kind: 'wait'; milliseconds: number }
  | { kind: 'set-clock'; device: number; clockError: number }
  | { kind: 'plan'; role: 'pro' | null }
  | { kind: 'jobs' | 'back-up' | 'restore' }

const weighted = <T extends string>(weights: Record<T, number>) =>
  fc.constantFrom(
    ...Object.entries<number>(weights).flatMap(([value, weight]) =>
      Array.from({ length: weight }, () => value as T),
    ),
  )
const stepOf = <Step>(weight: number, model: { [Name in keyof Step]: fc.Arbitrary<Step[Name]> }) => ({
  weight,
  arbitrary: fc.record(model),
})
const kind = <Kind extends string>(name: Kind) => fc.constant(name)

const device = fc.nat(DEVICE_COUNT - 1)
const tab = fc.nat(TABS_PER_DEVICE - 1)
const disk = weighted(DISK_WEIGHTS)
const fates = fc.array(weighted(FATE_WEIGHTS), { maxLength: 3 })
const role = fc.constantFrom('pro' as const, null)
const clockError = fc.oneof(
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

const act = { device, tab, act: weighted(ACT_WEIGHTS), which: fc.nat(30), value: fc.nat(168), disk }
const fate = fc.constantFrom('arrives' as const, 'request-lost' as const, 'answer-lost' as const)

const step: fc.Arbitrary<TortureStep> = fc.oneof(
  stepOf(16, { kind: kind('act'), ...act }),
  stepOf(9, { kind: kind('sync'), device, tab, fates, disk }),
  stepOf(2, { kind: kind('release'), which: fc.nat(5), fate }),
  stepOf(1, { kind: kind('replay'), which: fc.nat(9) }),
  stepOf(1, { kind: kind('kill'), device }),
  stepOf(4, { kind: kind('wait'), milliseconds }),
  stepOf(1, { kind: kind('set-clock'), device, clockError }),
  stepOf(1, { kind: kind('plan'), role }),
  { weight: 1, arbitrary: fc.constantFrom(...rare) },
)

export type Story = {
  clockErrors: readonly number[]
  role: 'pro' | null
  steps: readonly TortureStep[]
}

export const aStory = (maxSteps: number): fc.Arbitrary<Story> =>
  fc.record({
    clockErrors: fc.tuple(clockError, clockError, clockError),
    role,
    steps: fc.array(step, { minLength: 5, maxLength: maxSteps, size: 'max' }),
  })
