import { DEFAULT_BPM, MAX_GOAL_BPM, parseGoalBpm, MIN_BPM, type Bpm } from '#core/music/tempo.ts'

export type TempoFault = 'required' | 'bpmTooSlow' | 'bpmTooFast' | 'bpmNotWhole' | 'bpmNoNumber'

/** Accepts 40 to 208 bpm, and also `stored`, because the form itself has shown that value (D4). */
export function parseTypedTempo(typed: string, stored?: Bpm): Bpm | null {
  const beats = beatsIn(typed)
  return stored !== undefined && beats === stored ? stored : parseGoalBpm(beats)
}

export function findTempoFault(typed: string, stored?: Bpm): TempoFault | null {
  const beats = beatsIn(typed)
  if (beats === null) return 'required'
  if (Number.isNaN(beats)) return 'bpmNoNumber'
  if (parseTypedTempo(typed, stored) !== null) return null
  if (!Number.isInteger(beats)) return 'bpmNotWhole'
  return beats < MIN_BPM ? 'bpmTooSlow' : 'bpmTooFast'
}

export const isFaultUnfixableByTyping = (fault: TempoFault): boolean =>
  fault !== 'required' && fault !== 'bpmTooSlow'

export function stripTempoUnit(typed: string): string {
  const tempo = parseTempoWithoutLimits(typed)
  return tempo === null ? typed : String(tempo)
}

export function parseTempoWithoutLimits(typed: string): number | null {
  const beats = beatsIn(typed)
  return beats !== null && Number.isSafeInteger(beats) ? beats : null
}

export function stepTypedTempoText(typed: string, by: 1 | -1): string {
  const tempo = parseTempoWithoutLimits(typed)
  if (tempo === null) return typed.trim() === '' ? String(DEFAULT_BPM) : typed
  const next = Math.max(MIN_BPM, Math.min(MAX_GOAL_BPM, tempo + by))
  return Math.sign(next - tempo) === by ? String(next) : typed
}

/** Returns null if empty, NaN if invalid. Accepts "bpm", full-width digits, and a decimal comma or point. */
function beatsIn(typed: string): number | null {
  const plain = typed.normalize('NFKC').trim()
  if (plain === '') return null
  const digits = /^(\d+(?:[.,]\d*)?)\s*(?:bpm|bp|b)?$/i.exec(plain)?.[1]
  return digits === undefined ? NaN : Number(digits.replace(',', '.'))
}
