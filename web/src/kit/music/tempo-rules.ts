import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalTempo, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** Also the translation key of the error message. */
export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/** Null outside 40 to 208 bpm, except for the `stored` tempo: a form must accept what it showed (D4). */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalTempo(beats)
}

/** Null if parseTypedTempo accepts the text (spec 5). */
export function findTempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

/** False if more digits can fix the fault; its error waits until the field is left. */
export const isFaultUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

/** " 126 bpm" becomes "126"; what is not a whole number stays as it is. */
export function stripTempoUnit(typed: string): string {
  const tempo = parseTempoWithoutLimits(typed)
  return tempo === null ? typed : String(tempo)
}

/** Parses a whole number, also outside of the tempo range; null for other input. */
export function parseTempoWithoutLimits(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/** One bpm up or down within 40 to 208; empty becomes 120. Keeps other texts; never leaves the range. */
export function stepTypedTempoText(typed: string, by: 1 | -1): string {
  const tempo = parseTempoWithoutLimits(typed)
  if (tempo === null) return typed.trim() === '' ? String(DEFAULT_BPM) : typed
  const next = Math.max(MIN_BPM, Math.min(MAX_GOAL_BPM, tempo + by))
  return Math.sign(next - tempo) === by ? String(next) : typed
}

/** Null if empty, NaN if invalid. Accepts blanks and a unit, full-width digits, comma and point. */
function beatsIn(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return null
  const digits = /^(\d+(?:[.,]\d*)?)\s*(?:bpm|bp|b)?$/i.exec(plain)?.[1]
  return digits === undefined ? NaN : Number(digits.replace(',', '.'))
}
