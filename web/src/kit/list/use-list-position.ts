import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { useLocation } from '#web/navigation/use-location.tsx'
import type { VirtualItem } from '@tanstack/react-virtual'
import { previousScreenPath } from './previous-screen.ts'

/** Layout of a virtual list on the page, in px. Each row contains as many items as there are columns. */
export type ListLayout = { readonly columns: number; readonly gap: number; readonly top: number }

/** Measured row heights of a virtual list, with the layout for which they are valid. */
export type ListMeasurements = {
  readonly layout: ListLayout
  readonly estimate: number
  readonly sizes: VirtualItem[]
}

/** Scroll position that a list had when the user left it, and the item that the user opened. */
export type ListScrollPosition = {
  /** The item whose link was followed, and its index; null if the list was left in another way. */
  readonly id: string | null
  readonly index: number
  /** The address the link led to. */
  readonly to: string | null
  readonly scrollY: number
  readonly snapshot: ListMeasurements | null
}

type Item = { readonly id: string }

// Module state: it mirrors the page's history.
// By history entry, for this visit only; more than a few steps back are rare.
const places = new Map<string, ListScrollPosition>()
const REMEMBERED = 50
let newest: ListScrollPosition | null = null

/** Makes the list of the next screen scroll to an item and focus it, if the list contains the item. */
export function focusItemInNextList(id: string): void {
  newest = { id, index: -1, to: window.location.pathname, scrollY: 0, snapshot: null }
}

/**
 * Stores the scroll position of a list when the user leaves it. Restores it after Back, and after a return from a
 * screen that one of its links has opened. Returns the restored position, or null.
 */
export function useListPosition(
  list: RefObject<HTMLElement | null>,
  snapshot: RefObject<(() => ListMeasurements) | null>,
  items: readonly Item[],
): ListScrollPosition | null {
  const { key, navigationType } = useLocation()
  const [back] = useState(() => {
    const isBack = navigationType === 'traverse'
    const place = isBack ? places.get(key) : newest
    if (!place || (!isBack && previousScreenPath() !== place.to)) return null
    return { ...place, id: survivor(place, items) }
  })
  const shown = useRef(items)
  useEffect(() => {
    shown.current = items
  }, [items])

  useLayoutEffect(() => {
    if (back !== null && list.current !== null) comeBack(list.current, back)
  }, [back, list])

  useLayoutEffect(() => {
    let followed: HTMLAnchorElement | null = null
    const follow = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest('a') : null
      followed = link !== null && (list.current?.contains(link) ?? false) ? link : null
    }
    document.addEventListener('click', follow, { capture: true })
    return () => {
      document.removeEventListener('click', follow, { capture: true })
      const id = followed?.closest('li')?.dataset['id'] ?? null
      const index = shown.current.findIndex(item => item.id === id)
      const to = followed?.pathname ?? null
      // The latest value at that time is intended.
      // oxlint-disable-next-line react/exhaustive-deps
      newest = { id, index, to, scrollY: window.scrollY, snapshot: snapshot.current?.() ?? null }
      places.delete(key)
      places.set(key, newest)
      for (const oldest of places.keys()) if (places.size > REMEMBERED) places.delete(oldest)
    }
  }, [key, list, snapshot])

  return back
}

/** Returns the item that was left or, if it was deleted meanwhile, the one at its index. */
function survivor({ id, index }: ListScrollPosition, items: readonly Item[]): string | null {
  if (id === null || items.some(item => item.id === id)) return id
  return items[Math.min(index, items.length - 1)]?.id ?? null
}

/** Restores the position. The focus is set first, because useScreenTitleAndFocus leaves a focused element alone. */
function comeBack(list: HTMLElement, { id, to, scrollY }: ListScrollPosition): void {
  const links = id === null ? [] : list.querySelectorAll<HTMLAnchorElement>(`[data-id="${CSS.escape(id)}"] a`)
  const link = [...links].find(({ pathname }) => pathname === to) ?? links[0] ?? null
  const heading = list.closest('main')?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = link ?? heading
  target?.focus({ preventScroll: true })
  window.scrollTo(0, scrollY)
  // A renamed piece has another place, and a phone may have been rotated.
  link?.scrollIntoView({ block: 'nearest' })
}
