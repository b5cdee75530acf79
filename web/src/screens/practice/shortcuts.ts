import { useEffectEvent, useLayoutEffect, useState } from 'react'
import {
  normalizedKeyCode,
  LONG_PRESS_MS,
  parsePedalKeys,
  type PedalKeyCodes,
  type PracticeKeyRole,
  type PracticeShortcutAction,
  keyRoleForCode,
  actionForKeyRole,
} from '#core/practice/practice-shortcuts.ts'
import { isKeyHandledElsewhere } from '#web/kit/shortcuts/is-key-handled-elsewhere.ts'
import { usePersistedSetting } from '#web/store/persisted-values.ts'

/** Null means that the pedal sends the default keys (rule PD2). */
export const usePedalKeysSetting = (): [PedalKeyCodes | null, (pedal: PedalKeyCodes | null) => void] =>
  usePersistedSetting('pedal', parsePedalKeys)

const ECHO_MS = 600
/** A pedal key that is repeated within this time has bounced, because no foot presses it again so soon. */
const SWITCH_BOUNCE_MS = 300

export type PressGuard = ReturnType<typeof createPressGuard>

type StepPress = 'next' | 'skip' | 'answer'

/** An echo is a press within 0.6 s of an accepted press of the same kind (rule PX7). Times are in ms. */
export function createPressGuard() {
  const accepted = new Map<StepPress, number>()
  const isEcho = (kind: StepPress, pressedAt: number) =>
    pressedAt - (accepted.get(kind) ?? -Infinity) < ECHO_MS
  return {
    isEcho,
    accept(kind: StepPress, pressedAt: number) {
      if (isEcho(kind, pressedAt)) return false
      accepted.set(kind, pressedAt)
      return true
    },
    reset: () => accepted.clear(),
  }
}

// Module state: when a forward key last had an effect on any screen. A new screen ignores the echo of the press that
// opened it.
let lastForwardAt = -Infinity

type PressedShortcut = {
  readonly key: PracticeKeyRole
  readonly code: string
  readonly isLong: boolean
  readonly timeStamp: number
}

const KEYS_WITH_LONG_PRESS: ReadonlySet<PracticeKeyRole> = new Set(['forward', 'backward'])
/** A bouncing pedal may send these keys twice. Quick repeats of the tempo keys are intended. */
const BOUNCING: ReadonlySet<PracticeKeyRole> = new Set(['forward', 'backward', 'click'])
const CONTROL = 'a, button, input, summary'

/** If `onPress` returns false, the browser handles the key. */
export function usePracticeKeyPresses(
  pedal: PedalKeyCodes | null,
  onPress: (press: PressedShortcut) => boolean,
  { canHold }: { canHold: boolean },
): void {
  // The press that led to this screen. Its echo must do nothing here (rule PX7); within a screen the guard knows it. A
  // state, because effects run again when React has hidden the screen for a moment.
  const [ledHereAt] = useState(() => lastForwardAt)
  const keyOf = useEffectEvent((code: string) => keyRoleForCode(code, pedal))
  const press = useEffectEvent((pressed: PressedShortcut) => {
    // A dialog may have opened since the key went down.
    if (document.querySelector('dialog[open]') !== null) return false
    const isHandled = onPress(pressed)
    if (isHandled && pressed.key === 'forward') lastForwardAt = pressed.timeStamp
    return isHandled
  })

  // A layout effect, so that no press is lost once the step is visible.
  useLayoutEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    // Controls that a pointer pressed last; a musician who then steps on a pedal does not mean them.
    const touched = new WeakSet<Element>()
    let held: { code: string; key: PracticeKeyRole; timer: ReturnType<typeof setTimeout> } | null = null
    let last = { code: '', timeStamp: -Infinity, isDown: false }

    function isMeantElsewhere(event: KeyboardEvent): boolean {
      return isKeyHandledElsewhere(event) || (isKeyOfControl(event) && !touched.has(event.target as Element))
    }

    function touch({ target }: PointerEvent) {
      const pressed = target instanceof Element ? target.closest(`${CONTROL}, label`) : null
      const control = pressed instanceof HTMLLabelElement ? pressed.control : pressed
      if (control !== null) touched.add(control)
    }

    function letGo() {
      clearTimeout(held?.timer)
      held = null
    }

    function down(event: KeyboardEvent) {
      if (isMeantElsewhere(event)) return
      const code = normalizedKeyCode(event)
      const key = keyOf(code)
      // Home and End do not move a touched slider either.
      if (key === null) return isKeyOfControl(event) ? take(event) : undefined
      const { repeat, timeStamp } = event
      const isEcho = key === 'forward' && timeStamp - ledHereAt < ECHO_MS
      const isBounce =
        BOUNCING.has(key) && code === last.code && timeStamp - last.timeStamp < SWITCH_BOUNCE_MS
      if (repeat || isEcho || isBounce) return take(event)
      last = { code, timeStamp, isDown: true }
      if (!canHold || !KEYS_WITH_LONG_PRESS.has(key)) {
        if (press({ key, code, isLong: false, timeStamp })) take(event)
        return
      }
      take(event)
      letGo()
      const timer = setTimeout(() => {
        held = null
        press({ key, code, isLong: true, timeStamp })
      }, LONG_PRESS_MS)
      held = { code, key, timer }
    }

    function up(event: KeyboardEvent) {
      const code = normalizedKeyCode(event)
      const { timeStamp } = event
      if (code === 'Tab' && document.activeElement !== null) touched.delete(document.activeElement)
      // Some browsers press a focused button on keyup even if keydown was prevented.
      if (keyOf(code) !== null && !isMeantElsewhere(event)) event.preventDefault()
      if (last.code === code && last.isDown) last = { code, timeStamp, isDown: false }
      if (held?.code !== code) return
      const { key } = held
      letGo()
      press({ key, code, isLong: false, timeStamp })
    }

    // Before the controls hear of the key: a touched slider would fall silent for it, a touched Tap Tempo would tap.
    document.addEventListener('keydown', down, { signal, capture: true })
    document.addEventListener('keyup', up, { signal })
    // A key that is released while the window is inactive is no long press.
    window.addEventListener('blur', letGo, { signal })
    document.addEventListener('pointerdown', touch, { signal, capture: true })
    return () => {
      letGo()
      gone.abort()
    }
  }, [canHold, ledHereAt])
}

export function useStepShortcuts(
  pedal: PedalKeyCodes | null,
  isTraining: boolean,
  actions: Record<PracticeShortcutAction, (pressedAt: number) => unknown> & {
    step: (bpm: number) => unknown
  },
  guard?: PressGuard,
): void {
  usePracticeKeyPresses(
    pedal,
    ({ key, isLong, timeStamp }) => {
      if (guard?.isEcho('answer', timeStamp) === true) return true
      if (typeof key === 'number') actions.step(key)
      else void actions[actionForKeyRole(key, isLong, isTraining)](timeStamp)
      return true
    },
    { canHold: true },
  )
}

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

function isKeyOfControl(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element) || !target.matches(CONTROL)) return false
  const code = normalizedKeyCode(event)
  if (target.matches('[type=range]')) return /^(?:Arrow\w+|Home|End)$/.test(code)
  if (target.matches('[type=radio]')) return /^(?:Arrow\w+|Space)$/.test(code)
  return /^(?:(?:Numpad)?Enter|Space)$/.test(code)
}

export function useOnPedalForward(pedal: PedalKeyCodes | null, onForward: () => void): void {
  usePracticeKeyPresses(
    pedal,
    ({ key, code }) => {
      if (key !== 'forward' || (code === 'PageDown' && !isScrolledToEnd())) return false
      onForward()
      return true
    },
    { canHold: false },
  )
}

function isScrolledToEnd(): boolean {
  const { scrollTop, clientHeight, scrollHeight } = document.documentElement
  return scrollTop + clientHeight >= scrollHeight - 1
}
