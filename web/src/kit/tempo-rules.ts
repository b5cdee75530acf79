import { FASTEST_GOAL, parseGoal, SLOWEST, type Bpm } from '#core/tempo.ts'

export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/**
 * What stands in a tempo field as a tempo that may be stored, or null. A stored tempo above 208, reached on the
 * slider, is taken as it is: a form may always give back what it was opened with (D4).
 */
export function typedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoal(beats)
}

/** What is wrong with a typed tempo (spec 5), or null. The names are keys of the texts under `field`. */
export function tempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (typedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < SLOWEST ? 'bpmTooSlow' : 'bpmTooFast'
}

/** Typing on heals what is empty or too slow, and nothing else: that is said at once. */
export const isBeyondHealing = (fault: TempoFault): boolean => fault !== 'required' && fault !== 'bpmTooSlow'

/** A typed tempo as it is shown when the field was left: " 126 bpm" as "126"; what is no whole number stays as it is. */
export function tidiedTempo(typed: string): string {
  const tempo = wholeTempo(typed)
  return tempo === null ? typed : String(tempo)
}

/** The whole number that stands in a tempo field, wherever it lies, or null. */
export function wholeTempo(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/**
 * One step up (1) or down (-1) from a typed tempo, within 40 to 208. An empty field begins at the slowest; what is no
 * whole number stays as it was typed; and a tempo beyond an end never jumps against the way of the key.
 */
export function steppedTempo(typed: string, by: 1 | -1): string {
  const tempo = wholeTempo(typed)
  if (tempo === null) return typed.trim() === '' ? String(SLOWEST) : typed
  const next = Math.max(SLOWEST, Math.min(FASTEST_GOAL, tempo + by))
  return Math.sign(next - tempo) === by ? String(next) : typed
}

/**
 * The number in a typed tempo, null where there is nothing, NaN where there is something else. With blanks or the unit
 * around it, as it is pasted; in full-width digits; with a comma or a point before its decimals.
 */
function beatsIn(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return null
  const digits = /^(\d+(?:[.,]\d*)?)\s*(?:bpm|bp|b)?$/i.exec(plain)?.[1]
  return digits === undefined ? NaN : Number(digits.replace(',', '.'))
}
