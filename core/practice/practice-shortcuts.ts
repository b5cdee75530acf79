/**
 * The role of a key or pedal during practice. 'forward' and 'backward' are the roles of a pedal's two keys. Their
 * action depends on how long they are pressed and on whether the tempo trainer is on (see `stepActionForKey`).
 */
export type PracticeShortcut = 'forward' | 'backward' | 'click' | 'faster' | 'slower'

/** The two keys that the user's pedal sends, as `keyCodeOf` gives them. */
export type Pedal = { readonly forward: string; readonly backward: string }

/** Time in milliseconds from which a press is a long one. */
export const LONG_PRESS_MS = 500

// Pedals send one of these pairs by default. KeyboardEvent.code is independent of the keyboard layout.
const KEYS: Record<string, PracticeShortcut> = {
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

// Keys for navigation, leaving and composing; a pedal must not use them.
const RESERVED = /^(?:Tab|Escape|F\d+|(?:Control|Alt|Meta|Shift)(?:Left|Right)?|OS(?:Left|Right)|CapsLock)$/

/**
 * Returns a string that identifies a pressed key: its code or, for Bluetooth pedals that send no code, its name.
 * Returns '' if it has neither (rule PD2).
 */
export function keyCodeOf({ code, key }: { readonly code: string; readonly key: string }): string {
  if (code !== '' && code !== 'Unidentified') return code
  if (key === ' ') return 'Space'
  return /^(?:Unidentified|Process|Dead)$/.test(key) ? '' : key
}

/**
 * Returns the shortcut that a key code triggers, or null if the key has no function in practice. The user's pedal takes
 * precedence over the default keys (rule PD1).
 */
export function shortcutForKeyCode(code: string, pedal: Pedal | null): PracticeShortcut | null {
  if (pedal !== null && code === pedal.forward) return 'forward'
  if (pedal !== null && code === pedal.backward) return 'backward'
  return Object.hasOwn(KEYS, code) ? (KEYS[code] ?? null) : null
}

/**
 * Action that a key or pedal triggers in a practice step. 'clean' and 'again' rate the musician's last attempt as
 * played without or with mistakes. 'click' starts or stops the metronome.
 */
export type PracticeShortcutAction =
  | 'next'
  | 'skip'
  | 'back'
  | 'clean'
  | 'again'
  | 'click'
  | 'faster'
  | 'slower'

/**
 * Returns what the press of a key or pedal does in a practice step. 'forward' and 'backward' have a second action for a
 * long press. If the tempo trainer is on (`isTraining`), their short presses rate the last run (attempt at the part) as
 * 'clean' or 'again' (rule PD1).
 */
export function stepActionForKey(
  key: PracticeShortcut,
  isLong: boolean,
  isTraining: boolean,
): PracticeShortcutAction {
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

/** Returns true if `code`, as `keyCodeOf` gives it, may be a key of the pedal (rule PD2). */
export const canBePedalKey = (code: string): boolean => code !== '' && !RESERVED.test(code)

/** Parses the two stored pedal keys. Returns null unless they are two different allowed keys (rule PD2). */
export function parsePedal(kept: unknown): Pedal | null {
  if (typeof kept !== 'object' || kept === null || !('forward' in kept && 'backward' in kept)) return null
  const { forward, backward } = kept
  if (typeof forward !== 'string' || typeof backward !== 'string' || forward === backward) return null
  return canBePedalKey(forward) && canBePedalKey(backward) ? { forward, backward } : null
}
