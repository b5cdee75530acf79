import { useEffectEvent, useLayoutEffect, useState } from 'react'
import {
  keyCodeOf,
  LONG_PRESS_MS,
  parsePedal,
  type Pedal,
  type PracticeShortcut,
  shortcutForKeyCode,
} from '#core/practice/practice-shortcuts.ts'
import { isKeyHandledElsewhere } from '#web/kit/shortcuts/is-key-handled-elsewhere.ts'
import { usePersisted } from '#web/store/persisted-values.ts'

/** Returns the two keys assigned to the foot pedal, or null, and a function that changes and stores them (rule PD2). */
export const usePedalSetting = (): [Pedal | null, (pedal: Pedal | null) => void] =>
  usePersisted('pedal', parsePedal)

/** Time within which a second press is contact bounce of a pedal's switch, or an accidental double press. */
const ECHO_MS = 600
/** No foot presses the same pedal twice as quickly as this, so such a press does nothing, whatever the pedal does. */
const SWITCH_BOUNCE_MS = 300

/**
 * Detects presses that the user did not intend, because they come less than 0.6 s after an accepted press of the same
 * kind (rule PX7). Times are in milliseconds of the page's clock.
 */
export type PressGuard<Kind extends string> = {
  /** Returns true if the press is an unintended repetition of the last accepted one. */
  readonly isEcho: (kind: Kind, pressedAt: number) => boolean
  /** Returns false if the press is an echo. Otherwise returns true and remembers it as the last accepted one. */
  readonly accept: (kind: Kind, pressedAt: number) => boolean
  /** Forgets the accepted presses, so that the next one is no echo, for example after a failed save. */
  readonly reset: () => void
}

/** The presses of a step that must not be repeated; 'answer' ends a run-through. */
export type StepPress = 'next' | 'skip' | 'answer'

/** Creates an object that detects unintended presses. */
export function createPressGuard<Kind extends string>(): PressGuard<Kind> {
  const accepted = new Map<Kind, number>()
  const isEcho = (kind: Kind, pressedAt: number) => pressedAt - (accepted.get(kind) ?? -Infinity) < ECHO_MS
  return {
    isEcho,
    accept(kind, pressedAt) {
      if (isEcho(kind, pressedAt)) return false
      accepted.set(kind, pressedAt)
      return true
    },
    reset: () => accepted.clear(),
  }
}

// Module state: one pedal is connected to the page. The time at which a forward key last had an effect on any screen:
// a new screen ignores a repetition of the press that opened it.
let lastForwardAt = -Infinity

/** A press of a keyboard or pedal shortcut during practice. `timeStamp` is in milliseconds of the page's clock. */
export type ShortcutPress = {
  readonly key: PracticeShortcut
  readonly code: string
  readonly isLong: boolean
  readonly timeStamp: number
}

/** Keys with a second action on a long press act on keyup; all others act on keydown. */
const HELD: ReadonlySet<PracticeShortcut> = new Set(['forward', 'backward'])
/** Keys that a bouncing pedal may send twice; the tempo may be changed as quickly as one likes. */
const BOUNCING: ReadonlySet<PracticeShortcut> = new Set(['forward', 'backward', 'click'])
const CONTROL = 'a, button, input, summary'

/**
 * Calls `onPress` for each keyboard or pedal shortcut on the practice screen, and keeps the key from the control that
 * has the focus. Ignores key repeats and keys that belong to a text field, an open dialog or a control that was reached
 * by keyboard (rules PD1, PD5), and takes a key that comes twice within 0.3 s for one press of a bouncing pedal (rule
 * PX7). If a forward key (such as the right arrow key or the pedal's forward key) has opened this screen, ignores
 * forward keys for 0.6 s after that press, because a second press is probably unintended (rule PX7).
 *
 * @param onPress returns true if it has handled the press; otherwise the browser's default applies, such as
 * scrolling
 * @param canHold whether holding a pedal key is a shortcut of its own
 */
export function useShortcuts(
  pedal: Pedal | null,
  onPress: (press: ShortcutPress) => boolean,
  { canHold }: { canHold: boolean },
): void {
  // The press that led to this screen. Its echo must do nothing here (rule PX7); within a screen the guard knows it. A
  // state, because effects run again when React has hidden the screen for a moment.
  const [ledHereAt] = useState(() => lastForwardAt)
  const keyOf = useEffectEvent((code: string) => shortcutForKeyCode(code, pedal))
  const press = useEffectEvent((pressed: ShortcutPress) => {
    // It may have opened since the key went down.
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
    let held: { code: string; key: PracticeShortcut; timer: ReturnType<typeof setTimeout> } | null = null
    /** The last key that went down and was no bounce, and when it went down or up last. */
    let last = { code: '', at: -Infinity, isDown: false }

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
      const code = keyCodeOf(event)
      const key = keyOf(code)
      // Home and End do not move a touched slider either.
      if (key === null) return isKeyOfControl(event) ? take(event) : undefined
      const { repeat, timeStamp } = event
      const isEcho = key === 'forward' && timeStamp - ledHereAt < ECHO_MS
      const isBounce = BOUNCING.has(key) && code === last.code && timeStamp - last.at < SWITCH_BOUNCE_MS
      if (repeat || isEcho || isBounce) return take(event)
      last = { code, at: timeStamp, isDown: true }
      if (!canHold || !HELD.has(key)) {
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
      const code = keyCodeOf(event)
      const { timeStamp } = event
      if (code === 'Tab' && document.activeElement !== null) touched.delete(document.activeElement)
      // Some browsers press a focused button on keyup even if keydown was prevented.
      if (keyOf(code) !== null && !isMeantElsewhere(event)) event.preventDefault()
      if (last.code === code && last.isDown) last = { code, at: timeStamp, isDown: false }
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

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns true if the focused control uses the key itself, as it does if it was reached by keyboard (rule PD5). */
function isKeyOfControl(event: KeyboardEvent): boolean {
  const { target } = event
  if (!(target instanceof Element) || !target.matches(CONTROL)) return false
  const code = keyCodeOf(event)
  if (target.matches('[type=range]')) return /^(?:Arrow\w+|Home|End)$/.test(code)
  if (target.matches('[type=radio]')) return /^(?:Arrow\w+|Space)$/.test(code)
  return /^(?:(?:Numpad)?Enter|Space)$/.test(code)
}

/**
 * Calls `onForward` when the user presses a forward key, such as that of the pedal, on the overview. If the key is Page
 * Down, the page scrolls first, and `onForward` is called only at the end of the page (rule PD1).
 */
export function useOnPedalForward(pedal: Pedal | null, onForward: () => void): void {
  useShortcuts(
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
