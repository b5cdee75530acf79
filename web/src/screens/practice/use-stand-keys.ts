import { useEffect, useEffectEvent } from 'react'
import { LONG_PRESS_MS, standKeyOf, type Pedal, type StandKey } from '#core/stand-keys.ts'

export type StandPress = {
  readonly key: StandKey
  readonly code: string
  readonly isLong: boolean
  readonly timeStamp: number
}

/** What has a second meaning when it is held acts when it is let go; all others the moment they go down. */
const HELD: ReadonlySet<StandKey> = new Set(['forward', 'backward'])
/** A focus that comes so soon after a finger or mouse came with it, unless Tab was pressed since. Milliseconds. */
const WITH_POINTER_MS = 500
const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'
const PRESSED = 'a, button, input, summary'

/**
 * Keys and pedals on the music stand. Repeats of a held key are none; nothing acts while a field is typed in, a dialog
 * is open, or the focus was moved onto a control without a pointer: then that control has its keys (rules PD3-PD5).
 * `onPress` answers whether it did something; what it left alone the browser does, scrolling for one.
 */
export function useStandKeys(
  pedal: Pedal | null,
  onPress: (press: StandPress) => boolean,
  { canHold }: { canHold: boolean },
): void {
  const keyOf = useEffectEvent((code: string) => standKeyOf(code, pedal))
  const isTaught = useEffectEvent((code: string) => code === pedal?.forward || code === pedal?.backward)
  const press = useEffectEvent(onPress)

  useEffect(() => {
    const gone = new AbortController()
    const { signal } = gone
    let pointerAt = -Infinity
    let isByPointer = false
    let held: { code: string; key: StandKey; timer: ReturnType<typeof setTimeout> } | null = null

    function isMeantElsewhere(event: KeyboardEvent): boolean {
      if (isForNobodyHere(event)) return true
      const { activeElement } = document
      if (!isByPointer) return activeElement?.matches(PRESSED) === true
      // A slider that was touched has its arrows, but a pedal that was taught to this app is no arrow.
      return activeElement?.matches('[type=range]') === true && !isTaught(event.code)
    }

    function letGo() {
      clearTimeout(held?.timer)
      held = null
    }

    function down(event: KeyboardEvent) {
      if (event.code === 'Tab') pointerAt = -Infinity
      const key = keyOf(event.code)
      if (key === null || isMeantElsewhere(event)) return
      if (event.repeat) return event.preventDefault()
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
      // Some browsers press a focused button here, whatever became of the keydown.
      if (keyOf(event.code) !== null && !isMeantElsewhere(event)) event.preventDefault()
      if (held?.code !== event.code) return
      const { key } = held
      letGo()
      press({ key, code: event.code, isLong: false, timeStamp: event.timeStamp })
    }

    document.addEventListener('keydown', down, { signal })
    document.addEventListener('keyup', up, { signal })
    // A key whose release nobody hears is no long press.
    window.addEventListener('blur', letGo, { signal })
    for (const type of ['pointerdown', 'pointerup'])
      document.addEventListener(type, event => (pointerAt = event.timeStamp), { signal, capture: true })
    const focused = (event: FocusEvent) => (isByPointer = event.timeStamp - pointerAt < WITH_POINTER_MS)
    document.addEventListener('focusin', focused, { signal })
    return () => {
      letGo()
      gone.abort()
    }
  }, [canHold])
}

function isForNobodyHere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented)
    return true
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TYPED_IN) === true
}

/**
 * The pedal on a screen with one way on: the overview and the end. Page Down first shows what is further down, as it
 * does everywhere, and goes on when all of it has been shown (rule PD3).
 */
export function useForwardKey(pedal: Pedal | null, onForward: () => void): void {
  useStandKeys(
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
