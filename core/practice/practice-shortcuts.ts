/** 'click' starts or stops the metronome; a number is added to the bpm. */
export type PracticeKeyRole = 'forward' | 'backward' | 'click' | 1 | -1 | 5 | -5

export type PedalKeyCodes = { readonly forward: string; readonly backward: string }

export const LONG_PRESS_MS = 500

// Pedals send one of these pairs by default. KeyboardEvent.code is independent of the keyboard layout.
const KEYS: Record<string, PracticeKeyRole> = {
  ArrowRight: 'forward',
  PageDown: 'forward',
  Enter: 'forward',
  NumpadEnter: 'forward',
  ArrowLeft: 'backward',
  PageUp: 'backward',
  Space: 'click',
  ArrowUp: 1,
  ArrowDown: -1,
  'Shift+ArrowUp': 5,
  'Shift+ArrowDown': -5,
}

// Keys for navigation, leaving and composing; a pedal must not use them.
const RESERVED = /^(?:Tab|Escape|F\d+|(?:Control|Alt|Meta|Shift)(?:Left|Right)?|OS(?:Left|Right)|CapsLock)$/

type PressedKey = { readonly code: string; readonly key: string; readonly shiftKey?: boolean }

/** Returns `key` for Bluetooth pedals that send no `code`, and '' if `key` is unknown too (rule PD2). */
export function normalizedKeyCode({ code, key, shiftKey = false }: PressedKey): string {
  if (shiftKey && /^Arrow(?:Up|Down)$/.test(code)) return `Shift+${code}`
  if (code !== '' && code !== 'Unidentified') return code
  if (key === ' ') return 'Space'
  return /^(?:Unidentified|Process|Dead)$/.test(key) ? '' : key
}

export function keyRoleForCode(code: string, pedal: PedalKeyCodes | null): PracticeKeyRole | null {
  if (pedal !== null && code === pedal.forward) return 'forward'
  if (pedal !== null && code === pedal.backward) return 'backward'
  return Object.hasOwn(KEYS, code) ? (KEYS[code] ?? null) : null
}

/** 'clean' and 'again' rate the last run in the tempo trainer; 'click' starts or stops the metronome. */
export type PracticeShortcutAction = 'next' | 'skip' | 'back' | 'clean' | 'again' | 'click'

export function actionForKeyRole(
  key: Exclude<PracticeKeyRole, number>,
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
      return key
  }
}

export const canBePedalKey = (code: string): boolean => code !== '' && !RESERVED.test(code)

export function parsePedalKeys(kept: unknown): PedalKeyCodes | null {
  if (typeof kept !== 'object' || kept === null || !('forward' in kept && 'backward' in kept)) return null
  const { forward, backward } = kept
  if (typeof forward !== 'string' || typeof backward !== 'string' || forward === backward) return null
  return canBePedalKey(forward) && canBePedalKey(backward) ? { forward, backward } : null
}
