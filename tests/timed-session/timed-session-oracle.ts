import type { PartId } from '#core/library/piece.ts'
import type { PracticePart } from '#core/practice/priority.ts'

/**
 * Implements rules TS1, TS4, PF1 and PF4 as the simulation did in which they were developed: it reads the whole
 * history, ignores speed and shares no code with the product, which must return the same sessions.
 */
export function referenceSession({ order, entries, runs, today, minutes }: Reference): ReferenceSlot[] {
  if (order.length === 0) return []
  const practicedDays = [...new Set(entries.map(entry => entry.day))].sort((a, b) => a - b)
  const rank = new Map(order.map((part, index) => [part.id, index]))
  const usual = (part: PracticePart) => usualMinutes(part, entries)
  const daysTo = ({ performOn: on }: PracticePart) =>
    on === null || on < today || on > today + 42 ? null : on - today
  const runMinutes = ({ pieceId }: PracticePart) => {
    const seconds = runs.get(pieceId) ?? []
    return seconds.length === 0 ? 5 : Math.max(1, Math.round(median(seconds.slice(-3)) / 60))
  }
  const run = order
    .filter(part => isRunDay(daysTo(part)) && 2 * runMinutes(part) <= minutes)
    .sort((a, b) => (daysTo(a) ?? 0) - (daysTo(b) ?? 0) || (a.pieceId < b.pieceId ? -1 : 1))[0]
  const runThrough = run && { id: run.pieceId, why: 'run', minutes: runMinutes(run), round: 1 }
  const time = minutes - (runThrough?.minutes ?? 0)
  const chosen = fitting(planOrder(order, today, practicedDays), usual, time)
  const k = chosen.length
  const overdue = (part: PracticePart) => rest(part, today) / dueAfter(daysTo(part) ?? 0)
  const due = order
    .filter(
      part =>
        daysTo(part) !== null &&
        part.lastPracticed !== today &&
        rest(part, today) >= dueAfter(daysTo(part) ?? 0),
    )
    .sort(
      (a, b) =>
        overdue(b) - overdue(a) ||
        a.currentTempo / a.endTempo - b.currentTempo / b.endTempo ||
        (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0),
    )
  const half = due.some(part => (daysTo(part) ?? 0) <= 14) ? Math.ceil(k / 2) : Math.max(1, Math.floor(k / 2))
  const concert = due.slice(0, half)
  const isConcert = concert.length > 0
  const room = k === 1 ? (isConcert ? 0 : 1) : k - concert.length - (isConcert ? 1 : 0)
  const maxShare = isConcert ? 1 / 4 : 1 / 2
  const reserved = Math.max(0, Math.min(waitedSlots(k, order.length, today, practicedDays, maxShare), room))
  const pressing = chosen
    .filter(part => !concert.includes(part))
    .slice(0, Math.max(0, k - reserved - concert.length))
  const waited = order
    .filter(part => !concert.includes(part) && !pressing.includes(part) && part.lastPracticed !== today)
    .sort((a, b) => rest(b, today) - rest(a, today) || (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0))
    .slice(0, reserved)
  const list = [
    ...concert.map(part => ({ part, why: 'performance' })),
    ...pressing.map(part => ({ part, why: 'pressing' })),
  ]
  list.splice(Math.min(1, list.length), 0, ...waited.map(part => ({ part, why: 'waited' })))
  const [first] = chosen
  if (list.length === 0 && first) list.push({ part: first, why: 'pressing' })
  const rounds = Math.max(1, Math.ceil(time / (12 * list.length)))
  const steps = Array.from({ length: rounds }, (_, round) => {
    const total = Math.floor(time / rounds) + (round < time % rounds ? 1 : 0)
    const each = minutesFor(
      total,
      list.map(slot => usual(slot.part)),
    )
    return list.map(({ part, why }, index) => ({
      id: part.id,
      why,
      minutes: each[index] ?? NaN,
      round: round + 1,
    }))
  }).flat()
  return runThrough === undefined ? steps : [runThrough, ...steps]
}

export type ReferenceEntry = {
  readonly partId: PartId
  readonly day: number
  readonly tempo: number
  readonly seconds: number | null
  readonly planned: number | null
}

type Reference = {
  readonly order: readonly PracticePart[]
  readonly entries: readonly ReferenceEntry[]
  /** Seconds, oldest first. */
  readonly runs: ReadonlyMap<string, readonly number[]>
  readonly today: number
  readonly minutes: number
}

type ReferenceSlot = { id: string; why: string; minutes: number; round: number }

const clamp = (x: number, low: number, high: number) => Math.max(low, Math.min(high, x))

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[half] ?? NaN)
    : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

const defaultMinutes = (tempo: number, goal: number) => (tempo >= goal ? 3 : 100 * tempo >= 85 * goal ? 5 : 8)

const rest = (part: PracticePart, today: number) =>
  Math.max(0, today - (part.lastPracticed ?? part.createdAt))

const dueAfter = (days: number) => (days > 28 ? 7 : days > 14 ? 4 : days > 7 ? 2 : 1)

const isRunDay = (days: number | null) => days !== null && days <= 14 && (days <= 7 || days % 2 === 0)

function planOrder(order: readonly PracticePart[], today: number, practicedDays: readonly number[]) {
  const last = practicedDays.findLast(day => day < today) ?? -Infinity
  const isJustPracticed = (part: PracticePart) =>
    part.lastPracticed === today ||
    (part.lastPracticed === last && today - last <= 2 && 100 * part.currentTempo >= 60 * part.endTempo)
  return [...order.filter(part => !isJustPracticed(part)), ...order.filter(isJustPracticed)]
}

function usualMinutes(part: PracticePart, entries: readonly ReferenceEntry[]): number {
  const own = entries.flatMap(entry =>
    entry.partId === part.id && entry.seconds !== null
      ? [entry.seconds / (entry.planned ?? 60 * defaultMinutes(entry.tempo, part.endTempo))]
      : [],
  )
  const factor = own.length < 3 ? 1 : clamp(median(own.slice(-5)), 0.5, 2)
  return clamp(Math.round(defaultMinutes(part.currentTempo, part.endTempo) * factor), 2, 12)
}

function fitting(order: readonly PracticePart[], usual: (part: PracticePart) => number, minutes: number) {
  const chosen: PracticePart[] = []
  let sum = 0
  for (const part of order) {
    const own = usual(part)
    if (chosen.length > 0 && (sum + own / 2 > minutes || 2 * (chosen.length + 1) > minutes)) break
    chosen.push(part)
    sum += own
  }
  return chosen
}

function waitedSlots(
  k: number,
  parts: number,
  today: number,
  practicedDays: readonly number[],
  maxShare: number,
): number {
  if (k >= parts) return 0
  const before = practicedDays.filter(day => day < today)
  const since = today - (before[0] ?? today)
  const pace =
    since < 14 ? 5 / 7 : clamp(before.filter(day => day > today - 28).length / Math.min(28, since), 1 / 7, 1)
  const share = Math.max(Math.min(k / 4, maxShare * k), Math.min(maxShare * k, parts / (42 * pace)))
  const j = before.length
  return Math.min(k, Math.floor((j + 1) * share + 1e-9) - Math.floor(j * share + 1e-9))
}

function minutesFor(total: number, usual: readonly number[]): number[] {
  let low = 0
  let high = 100
  for (let n = 0; n < 80; n++) {
    const f = (low + high) / 2
    if (usual.reduce((sum, u) => sum + clamp(u * f, 2, 12), 0) < total) low = f
    else high = f
  }
  const exact = usual.map(u => clamp(u * high, 2, 12))
  const whole = exact.map(x => Math.floor(x + 1e-9))
  let left = Math.min(total, 12 * usual.length) - whole.reduce((a, b) => a + b, 0)
  const byRemainder = exact
    .map((x, i) => [x - (whole[i] ?? 0), i] as const)
    .sort((a, b) => b[0] - a[0] || a[1] - b[1])
  for (let n = 0; left > 0; n++) {
    const i = byRemainder[n % byRemainder.length]?.[1] ?? 0
    const minutes = whole[i] ?? 12
    if (minutes < 12) {
      whole[i] = minutes + 1
      left--
    }
  }
  return whole
}
