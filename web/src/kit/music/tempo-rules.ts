import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalTempo, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** What is wrong with a typed tempo; also the key of the error text. */
export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/**
 * Parses a typed tempo; null if it is invalid. A stored tempo above 208, which the slider can reach, is accepted
 * unchanged, because a form must be able to save its initial value (D4).
 */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalTempo(beats)
}

/** Returns what is wrong with a typed tempo (spec 5); null if it is valid. */
export function tempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

/**
 * Returns true if further typing cannot fix a fault, so that it should be shown at once. Further digits can fix an
 * empty or too low tempo.
 */
export const isUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

/**
 * Returns a typed tempo in its normal form: " 126 bpm" becomes "126". Input that is not a whole number is returned
 * unchanged.
 */
export function normalizeTypedTempo(typed: string): string {
  const tempo = parseWholeTempo(typed)
  return tempo === null ? typed : String(tempo)
}

/** Parses a typed whole number, whether it is a possible tempo or not; null if it is not a whole number. */
export function parseWholeTempo(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/**
 * Returns a typed tempo one step up (1) or down (-1), limited to 40 to 208. An empty field starts at 120. Input that
 * is not a whole number is returned unchanged, and so is a tempo outside of the limits that the step would move in the
 * wrong direction.
 */
export function stepTypedTempo(typed: string, by: 1 | -1): string {
  const tempo = parseWholeTempo(typed)
  if (tempo === null) return typed.trim() === '' ? String(DEFAULT_BPM) : typed
  const next = Math.max(MIN_BPM, Math.min(MAX_GOAL_BPM, tempo + by))
  return Math.sign(next - tempo) === by ? String(next) : typed
}

/**
 * Parses the number in a typed tempo: null if empty, NaN if invalid. Accepts surrounding blanks or the unit, full-width
 * digits, and a comma or point as decimal separator.
 */
function beatsIn(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return null
  const digits = /^(\d+(?:[.,]\d*)?)\s*(?:bpm|bp|b)?$/i.exec(plain)?.[1]
  return digits === undefined ? NaN : Number(digits.replace(',', '.'))
}
