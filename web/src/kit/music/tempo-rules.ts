import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalTempo, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** The reason why a typed tempo is invalid, which is also the translation key of the error message. */
export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/**
 * Parses a typed tempo of 40 to 208 bpm. Returns null if it is invalid. Also accepts the tempo `stored`, which may be
 * above 208, because a form must be able to save its initial value (decision D4).
 */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalTempo(beats)
}

/**
 * Validates a typed tempo (spec 5). Valid are whole numbers from 40 to 208 bpm, and the tempo that is already stored
 * (`stored`), which may be above 208 and may stay as it is. Returns the reason why the tempo is invalid, or null if it
 * is valid.
 */
export function tempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

/**
 * Returns true if the user cannot correct the fault by typing more digits. The error should then be shown immediately.
 * Returns false for an empty field and for a tempo that is too low, because more digits can make them valid.
 */
export const isUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

/**
 * Removes spaces and the unit from a typed tempo: " 126 bpm" becomes "126". Returns the input unchanged if the rest is
 * not a whole number.
 */
export function stripTempoUnit(typed: string): string {
  const tempo = parseWholeTempo(typed)
  return tempo === null ? typed : String(tempo)
}

/** Parses a typed whole number, even if it is outside of the tempo range. Returns null for other input. */
export function parseWholeTempo(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/**
 * Returns the text of a tempo field after a step of 1 bpm up (1) or down (-1), limited to 40 to 208. An empty field
 * becomes 120. Returns the text unchanged if it is not a whole number, or if the step would lead further out of the
 * range.
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
