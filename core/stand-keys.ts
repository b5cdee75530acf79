/**
 * What a key or pedal asks for on the music stand. 'forward' and 'backward' are the two a pedal has, each of them with
 * a second meaning when it is held.
 */
export type StandKey = 'forward' | 'backward' | 'click' | 'faster' | 'slower'

/** The two keys a musician's own pedal sends, as KeyboardEvent.code names them. */
export type Pedal = { readonly forward: string; readonly backward: string }

/** Held for so long a key means its second meaning. Milliseconds. */
export const LONG_PRESS_MS = 500

// Pedals send one of these pairs from the factory; by KeyboardEvent.code, so that no layout matters.
const KEYS: Record<string, StandKey> = {
  ArrowRight: 'forward',
  PageDown: 'forward',
  Enter: 'forward',
  NumpadEnter: 'forward',
  ArrowLeft: 'backward',
  PageUp: 'backward',
  Space: 'click',
  ArrowUp: 'faster',
  ArrowDown: 'slower',
}

// With these one moves about, leaves and composes: no pedal may take them.
const RESERVED = /^(?:Tab|Escape|F\d+|(?:Control|Alt|Meta|Shift)(?:Left|Right)|OS(?:Left|Right)|CapsLock)$/

/** What a key means, the musician's own pedal before the keys every pedal knows; null: nothing (rule PD1). */
export function standKeyOf(code: string, pedal: Pedal | null): StandKey | null {
  if (pedal !== null && code === pedal.forward) return 'forward'
  if (pedal !== null && code === pedal.backward) return 'backward'
  return Object.hasOwn(KEYS, code) ? (KEYS[code] ?? null) : null
}

export type StepAction = 'next' | 'skip' | 'back' | 'clean' | 'again' | 'click' | 'faster' | 'slower'

/** What a press asks for on a step; in the trainer a pedal's two short presses are its two answers (rule PD3). */
export function stepActionOf(key: StandKey, isLong: boolean, isTraining: boolean): StepAction {
  switch (key) {
    case 'forward':
      if (isTraining) return isLong ? 'next' : 'clean'
      return isLong ? 'skip' : 'next'
    case 'backward':
      if (isTraining) return isLong ? 'click' : 'again'
      return isLong ? 'back' : 'click'
    case 'click':
    case 'faster':
    case 'slower':
      return key
  }
}

/** Whether a key may be taught as a pedal (rule PD2). */
export const mayBePedal = (code: string): boolean => code !== '' && !RESERVED.test(code)

/** A pedal as it was kept, or null: two different keys that may be one (rule PD2). */
export function parsePedal(kept: unknown): Pedal | null {
  if (typeof kept !== 'object' || kept === null || !('forward' in kept && 'backward' in kept)) return null
  const { forward, backward } = kept
  if (typeof forward !== 'string' || typeof backward !== 'string' || forward === backward) return null
  return mayBePedal(forward) && mayBePedal(backward) ? { forward, backward } : null
}
