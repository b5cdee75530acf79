import type { Change, ChangeId, Intention } from '#core/change.ts'
import { CHANGE_VERSION } from '#core/change-version.ts'
import type { Timestamp } from '#core/day.ts'
import { applyChange, withRows, type Library } from '#core/library.ts'
import { nextStamp } from '#core/merge.ts'
import { tidiedName } from '#core/piece.ts'
import { admissionOf } from '#core/plan.ts'
import type { RefusalCode } from '#core/problem.ts'
import type { DeviceCopy } from './device-copy.ts'
import { holdingsOf } from './holdings.ts'

export type Prepared =
  | { kind: 'prepared'; changes: readonly Change[]; view: Library; newest: Timestamp }
  | { kind: 'refused'; code: RefusalCode }

/**
 * The changes that carry out what the musician wants, stamped so that they come after everything this device has
 * seen; or why one of them cannot be done, judged by the rules the server applies (rules ST2, ST3, ST7).
 *
 * @param now this device's clock
 * @param ids one for each intention, made before: a repeated attempt must be the same change
 * @param times when each was done for the first time, by the server's clock; null, or nothing, for now
 */
export function preparedChanges(
  copy: DeviceCopy,
  intentions: readonly Intention[],
  now: Timestamp,
  ids: readonly ChangeId[],
  times: readonly (Timestamp | null)[] = [],
): Prepared {
  const changes: Change[] = []
  let { view, newest } = copy
  for (const [index, intention] of intentions.entries()) {
    const id = ids[index]
    if (id === undefined) throw new Error('one id for each intention')
    const stamp = nextStamp(now + copy.position.clockOffset, newest)
    const past = times[index] ?? null
    // What was done in the past stays there, and nothing has to come after it (rule ME9).
    if (past === null) newest = stamp
    const when = past === null ? { at: stamp } : { at: Math.min(past, stamp), original: true as const }
    const change: Change = { ...tidied(intention), id, v: CHANGE_VERSION, ...when }
    const admission = admissionOf(change, holdingsOf(view), copy.position.role)
    if (admission.kind === 'refused') return { kind: 'refused', code: admission.because }
    const outcome = applyChange(view, change)
    if (outcome.kind === 'refused') return outcome
    view = withRows(view, outcome.rows)
    changes.push(change)
  }
  return { kind: 'prepared', changes, view, newest }
}

// Names as the server keeps them, so that this device shows from the start what comes back.
function tidied(intention: Intention): Intention {
  switch (intention.kind) {
    case 'piece.create': {
      const parts = intention.args.parts.map(part => ({
        ...part,
        name: part.name === null ? null : tidiedName(part.name),
      }))
      return { ...intention, args: { ...intention.args, name: tidiedName(intention.args.name), parts } }
    }
    case 'part.add':
      return { ...intention, args: { ...intention.args, name: tidiedName(intention.args.name) } }
    case 'piece.patch':
    case 'part.patch': {
      const { name } = intention.args
      if (name === undefined) return intention
      // The spread keeps the pair of kind and args, which the compiler loses sight of here.
      return { ...intention, args: { ...intention.args, name: tidiedName(name) } } as Intention
    }
    default:
      return intention
  }
}
