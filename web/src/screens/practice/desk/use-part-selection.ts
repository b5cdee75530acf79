import { useEffect, type RefObject } from 'react'

// A mouse on its way across the list does not read the history of each row below it.
const REST_MS = 120
const EVENTS = [
  ['focusin', 0],
  ['mouseover', REST_MS],
  ['mouseleave', 0],
] as const

/**
 * Calls `onSelect` with the id of a list row, so that the details of its part can be shown. This happens when the row
 * gets the focus, or when the mouse rests on the row for 120 ms (rule PH3).
 */
export function usePartSelection(list: RefObject<HTMLElement | null>, onSelect: (id: string) => void): void {
  useEffect(() => {
    const listening = new AbortController()
    let timer = 0
    for (const [event, delay] of EVENTS)
      list.current?.addEventListener(
        event,
        ({ target }) => {
          clearTimeout(timer)
          const id = (target as Element).closest<HTMLElement>('[data-id]')?.dataset['id']
          if (id !== undefined) timer = window.setTimeout(onSelect, delay, id)
        },
        listening,
      )
    return () => {
      clearTimeout(timer)
      listening.abort()
    }
  }, [list, onSelect])
}
