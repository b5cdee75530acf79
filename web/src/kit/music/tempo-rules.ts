import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalTempo, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** Each value is also the key of its error message in the object `field` of the common texts. */
export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/** Accepts 40 to 208 bpm, and the `stored` tempo, because the form has shown it (D4); else returns null. */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalTempo(beats)
}

/** Returns null if parseTypedTempo accepts the text (spec 5). */
export function findTempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

/** False if typing more digits can fix the fault: its error is then shown only after the field is left. */
export const isFaultUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

/** Turns " 126 bpm" into "126"; returns text that is not a whole number unchanged. */
export function stripTempoUnit(typed: string): string {
  const tempo = parseTempoWithoutLimits(typed)
  return tempo === null ? typed : String(tempo)
}

/** Parses a whole number, even outside the tempo range; returns null for other input. */
export function parseTempoWithoutLimits(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/** Steps a number by 1 within 40 to 208 bpm. Empty text becomes 120; other text stays unchanged. */
export function stepTypedTempoText(typed: string, by: 1 | -1): string {
  const tempo = parseTempoWithoutLimits(typed)
  if (tempo === null) return typed.trim() === '' ? String(DEFAULT_BPM) : typed
  const next = Math.max(MIN_BPM, Math.min(MAX_GOAL_BPM, tempo + by))
  return Math.sign(next - tempo) === by ? String(next) : typed
}

/** Returns null if empty, NaN if invalid. Accepts a unit, full-width digits, and a decimal comma or point. */
function beatsIn(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return null
  const digits = /^(\d+(?:[.,]\d*)?)\s*(?:bpm|bp|b)?$/i.exec(plain)?.[1]
  return digits === undefined ? NaN : Number(digits.replace(',', '.'))
}
