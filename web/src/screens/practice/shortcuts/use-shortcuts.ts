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
/** A focus within this time after a pointer event or a press of Tab, in ms, was caused by the later of the two. */
const FOCUS_CAUSE_MS = 500
const PRESSED = 'a, button, input, summary'
/** Keys that some control uses. A pedal that was taught others also acts where a control was reached by Tab (rule PD5). */
const KEYS_OF_CONTROLS = /^(?:(?:Numpad)?Enter|Space|Home|End|Arrow\w+|Page\w+)$/

/**
 * Calls `onPress` for each keyboard or pedal shortcut on the practice screen. Ignores key repeats and keys that
 * belong to a text field, an open dialog or a control that was reached by Tab (rules PD3-PD5). If a forward key
 * (such as the right arrow key or the pedal's forward key) has opened this screen, ignores forward keys for 0.6 s
 * after that press, because a second press is probably unintended (rule PX7).
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
  const isTaught = useEffectEvent((code: string) => code === pedal?.forward || code === pedal?.backward)
  const press = useEffectEvent((pressed: ShortcutPress) => {
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
    let pointerAt = -Infinity
    let tabAt = -Infinity
    // A dialog that closes gives the focus back: then the control is what it was before, touched or reached by Tab.
    const touched = new WeakSet<EventTarget>()
    let held: { code: string; key: PracticeShortcut; timer: ReturnType<typeof setTimeout> } | null = null

    function isMeantElsewhere(event: KeyboardEvent): boolean {
      if (isKeyHandledElsewhere(event)) return true
      const { activeElement } = document
      if (activeElement?.matches(PRESSED) !== true) return false
      if (!touched.has(activeElement)) return !isTaught(event.code) || KEYS_OF_CONTROLS.test(event.code)
      // A touched slider keeps its arrow keys, but not a key that is assigned to the pedal.
      return activeElement.matches('[type=range]') && !isTaught(event.code)
    }

    function focused({ target, timeStamp }: FocusEvent) {
      if (target === null || timeStamp - Math.max(pointerAt, tabAt) >= FOCUS_CAUSE_MS) return
      if (pointerAt > tabAt) touched.add(target)
      else touched.delete(target)
    }

    function letGo() {
      clearTimeout(held?.timer)
      held = null
    }

    function down(event: KeyboardEvent) {
      if (event.code === 'Tab') tabAt = event.timeStamp
      const key = keyOf(event.code)
      if (key === null || isMeantElsewhere(event)) return
      const isEcho = key === 'forward' && isPedalBounce(ledHereAt, event.timeStamp)
      if (event.repeat || isEcho) return event.preventDefault()
      if (!canHold || !HELD.has(key)) {
        if (press({ key, code: event.code, isLong: false, timeStamp: event.timeStamp }))
          event.preventDefault()
        return
      }
      event.preventDefault()
      letGo()
      const timer = setTimeout(() => {
        held = null
        press({ key, code: event.code, isLong: true, timeStamp: event.timeStamp })
      }, LONG_PRESS_MS)
      held = { code: event.code, key, timer }
    }

    function up(event: KeyboardEvent) {
      // Some browsers press a focused button on keyup even if keydown was prevented.
      if (keyOf(event.code) !== null && !isMeantElsewhere(event)) event.preventDefault()
      if (held?.code !== event.code) return
      const { key } = held
      letGo()
      press({ key, code: event.code, isLong: false, timeStamp: event.timeStamp })
    }

    document.addEventListener('keydown', down, { signal })
    document.addEventListener('keyup', up, { signal })
    // A key that is released while the window is inactive is no long press.
    window.addEventListener('blur', letGo, { signal })
    for (const type of ['pointerdown', 'pointerup'])
      document.addEventListener(type, event => (pointerAt = event.timeStamp), { signal, capture: true })
    document.addEventListener('focusin', focused, { signal })
    return () => {
      letGo()
      gone.abort()
    }
  }, [canHold])
}

/**
 * Calls `onForward` when the user presses a forward key, such as that of the pedal. Used on screens without other
 * shortcuts: the overview and the end of a routine. If the key is Page Down, the page scrolls first, and `onForward` is
 * called only at the end of the page (rule PD3).
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
