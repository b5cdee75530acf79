import { useEffect, useRef, useState, type PointerEvent } from 'react'

type Pauses = {
  startPause: () => void
  /** Must be a new function whenever a pause begins or ends, as react-hot-toast's is. */
  endPause: () => void
}

/**
 * Keeps the toasts on the page while something holds them: the focus in one of them, or a mouse over them that moved in
 * the last 4 s (rule UI7). A mouse that came there to press what a toast covers must not keep it there.
 *
 * @param pauses Begin and end a pause of the time after which toasts go.
 * @param isEmpty Whether there is no toast; whatever held the last one is forgotten.
 * @returns Handlers for the element around the toasts.
 */
export function useToastHold({ startPause, endPause }: Pauses, isEmpty: boolean) {
  const [hasMouse, setMouse] = useState(false)
  const [hasFocus, setFocus] = useState(false)
  const mouseRest = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isHeld = hasMouse || hasFocus

  // Once per pause: a second startPause would make the library forget the elapsed time.
  useEffect(() => {
    if (isHeld) startPause()
  }, [isHeld, startPause])
  // Until a pause was rendered, endPause does nothing. A mouse may have left by then, so it is called again.
  useEffect(() => {
    if (!isHeld) endPause()
  }, [isHeld, endPause])

  // What held the toasts may be removed without an event.
  if (isEmpty && isHeld) {
    setMouse(false)
    setFocus(false)
  }

  function holdForMouse(event: PointerEvent) {
    // A mouse that rests where a toast appears does not count, and touch pointers never leave.
    if (event.pointerType !== 'mouse') return
    clearTimeout(mouseRest.current)
    mouseRest.current = setTimeout(() => setMouse(false), MOUSE_REST_MS)
    setMouse(true)
  }

  return {
    onPointerMove: holdForMouse,
    onPointerLeave: () => setMouse(false),
    onFocus: () => setFocus(true),
    onBlur: () => setFocus(false),
  }
}

// As long as an error stands, which is enough to read any toast again.
const MOUSE_REST_MS = 4000
