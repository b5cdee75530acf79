import { useEffectEvent, useLayoutEffect } from 'react'
import {
  LONG_PRESS_MS,
  shortcutForKeyCode,
  type Pedal,
  type PracticeShortcut,
} from '#core/practice/practice-shortcuts.ts'
import { isKeyHandledElsewhere } from '#web/kit/shortcuts/is-key-handled-elsewhere.ts'
import { isPedalBounce, lastForwardPress, setLastForwardPress } from './pedal-bounce.ts'

/** A press of a keyboard or pedal shortcut during practice. `timeStamp` is in milliseconds of the page's clock. */
export type ShortcutPress = {
  readonly key: PracticeShortcut
  readonly code: string
  readonly isLong: boolean
  readonly timeStamp: number
}

/** Keys with a second action on a long press act on keyup; all others act on keydown. */
const HELD: ReadonlySet<PracticeShortcut> = new Set(['forward', 'backward'])
const CONTROL = 'a, button, input, summary'

/**
 * Calls `onPress` for each keyboard or pedal shortcut on the practice screen, and keeps the key from the control that
 * has the focus. Ignores key repeats and keys that belong to a text field, an open dialog or a control that was reached
 * by keyboard (rules PD3-PD5). If a forward key (such as the right arrow key or the pedal's forward key) has opened
 * this screen, ignores forward keys for 0.6 s after that press, because a second press is probably unintended (rule
 * PX7).
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
  const keyOf = useEffectEvent((code: string) => shortcutForKeyCode(code, pedal))
  const press = useEffectEvent((pressed: ShortcutPress) => {
    // It may have opened since the key went down.
    if (document.querySelector('dialog[open]') !== null) return false
    const isHandled = onPress(pressed)
    if (isHandled && pressed.key === 'forward') setLastForwardPress(pressed.timeStamp)
    return isHandled
  })

  // A layout effect, so that no press is lost once the step is visible.
  useLayoutEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    // The press that led to this screen. Its echo must do nothing here (rule PX7); within a screen the guard knows it.
    const ledHereAt = lastForwardPress()
    // Controls that a pointer pressed last; a musician who then steps on a pedal does not mean them.
    const touched = new WeakSet<Element>()
    let held: { code: string; key: PracticeShortcut; timer: ReturnType<typeof setTimeout> } | null = null

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
      const key = keyOf(event.code)
      // Home and End do not move a touched slider either.
      if (key === null) return isKeyOfControl(event) ? take(event) : undefined
      const isEcho = key === 'forward' && isPedalBounce(ledHereAt, event.timeStamp)
      if (event.repeat || isEcho) return take(event)
      if (!canHold || !HELD.has(key)) {
        if (press({ key, code: event.code, isLong: false, timeStamp: event.timeStamp })) take(event)
        return
      }
      take(event)
      letGo()
      const timer = setTimeout(() => {
        held = null
        press({ key, code: event.code, isLong: true, timeStamp: event.timeStamp })
      }, LONG_PRESS_MS)
      held = { code: event.code, key, timer }
    }

    function up(event: KeyboardEvent) {
      if (event.code === 'Tab' && document.activeElement !== null) touched.delete(document.activeElement)
      // Some browsers press a focused button on keyup even if keydown was prevented.
      if (keyOf(event.code) !== null && !isMeantElsewhere(event)) event.preventDefault()
      if (held?.code !== event.code) return
      const { key } = held
      letGo()
      press({ key, code: event.code, isLong: false, timeStamp: event.timeStamp })
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
  }, [canHold])
}

function take(event: KeyboardEvent): void {
  event.preventDefault()
  event.stopPropagation()
}

/** Returns true if the focused control uses the key itself, as it does if it was reached by keyboard (rule PD5). */
function isKeyOfControl({ target, code }: KeyboardEvent): boolean {
  if (!(target instanceof Element) || !target.matches(CONTROL)) return false
  if (target.matches('[type=range]')) return /^(?:Arrow\w+|Home|End)$/.test(code)
  if (target.matches('[type=radio]')) return /^(?:Arrow\w+|Space)$/.test(code)
  return /^(?:(?:Numpad)?Enter|Space)$/.test(code)
}

/**
 * Calls `onForward` when the user presses a forward key, such as that of the pedal, on the overview. If the key is Page
 * Down, the page scrolls first, and `onForward` is called only at the end of the page (rule PD3).
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
