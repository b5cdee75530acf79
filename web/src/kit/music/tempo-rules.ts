import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalTempo, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

/** The text key of the fault of a typed tempo. */
export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/**
 * Parses the input of a tempo field; null if it may not be stored. A stored tempo above 208, reached on the slider, is
 * accepted, because a form may always save its initial value (D4).
 */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalTempo(beats)
}

/** Returns what is wrong with a typed tempo (spec 5), or null. The values are text keys under `field`. */
export function tempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

/**
 * Returns whether further typing cannot fix a fault, so that it is shown at once; an empty or too low value can be
 * fixed.
 */
export const isUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

/** Formats a typed tempo on blur: " 126 bpm" becomes "126"; anything but a whole number stays unchanged. */
export function tidyTypedTempo(typed: string): string {
  const tempo = parseWholeTempo(typed)
  return tempo === null ? typed : String(tempo)
}

/** Parses a typed whole number, within or outside the range; null if it is none. */
export function parseWholeTempo(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

/**
 * Returns a typed tempo one step up (1) or down (-1), within 40 to 208. An empty field starts at 120, as metronomes do; anything
 * but a whole number stays unchanged; a tempo beyond an end never moves against the key's direction.
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
