import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useLocation } from '#web/navigation/use-location.tsx'
import { getPreviousScreenPath } from '../screen.ts'

/** In px: the `gap` between rows, and the distance from the `top` of the page to the list. */
export type ListGridLayout = { readonly columns: number; readonly gap: number; readonly top: number }

/** Measured row heights in px, the estimate for all others, and the layout for which they are valid. */
export type MeasuredRowHeights = {
  readonly layout: ListGridLayout
  readonly estimate: number
  readonly sizes: VirtualItem[]
}

export type ListScrollPosition = {
  /** The item whose link was followed, or null if the screen was left in another way; the index is then -1. */
  readonly id: string | null
  readonly index: number
  /** The path to which the link led, or null. */
  readonly to: string | null
  readonly scrollY: number
  readonly snapshot: MeasuredRowHeights | null
}

type Item = { readonly id: string }

// Module state: it mirrors the page's history.
// By history entry, for this visit only; more than a few steps back are rare.
const places = new Map<string, ListScrollPosition>()
const MAX_PLACES = 50
/** The latest position of each list, by the list's name. */
const newest = new Map<string, ListScrollPosition>()

/** Makes the next screen's list scroll to this item and focus its link, if the list has the item. */
export function focusListItemOnNextScreen(id: string): void {
  newest.set('', { id, index: -1, to: window.location.pathname, scrollY: 0, snapshot: null })
}

/**
 * Stores the scroll position when the screen is left. Restores it and the focus after Back, and after a direct return
 * from a screen that a link of the list opened. Returns the restored position, or null. The lists of a screen have
 * different names.
 */
export function useRestoreListPosition(
  name: string,
  list: RefObject<HTMLElement | null>,
  snapshot: RefObject<(() => MeasuredRowHeights) | null>,
  items: readonly Item[],
): ListScrollPosition | null {
  const { key, navigationType } = useLocation()
  const listKey = `${key} ${name}`
  const [back] = useState(() => {
    const isBack = navigationType === 'traverse'
    const place = isBack ? places.get(listKey) : newest.get(name)
    if (!place || (!isBack && getPreviousScreenPath() !== place.to)) return null
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
      const place = { id, index, to, scrollY: window.scrollY, snapshot: snapshot.current?.() ?? null }
      newest.set(name, place)
      places.delete(listKey)
      places.set(listKey, place)
      for (const oldest of places.keys()) if (places.size > MAX_PLACES) places.delete(oldest)
    }
  }, [name, listKey, list, snapshot])

  return back
}

/** The item that was left or, if it was deleted meanwhile, the one at its index. */
function survivor({ id, index }: ListScrollPosition, items: readonly Item[]): string | null {
  if (id === null || items.some(item => item.id === id)) return id
  return items[Math.min(index, items.length - 1)]?.id ?? null
}

/** The focus is set first, because useScreenTitleAndFocus leaves a focused element alone. */
function comeBack(list: HTMLElement, { id, to, scrollY }: ListScrollPosition): void {
  const links = id === null ? [] : list.querySelectorAll<HTMLAnchorElement>(`[data-id="${CSS.escape(id)}"] a`)
  const link = [...links].find(({ pathname }) => pathname === to) ?? links[0] ?? null
  const main = list.closest('main')
  // The link that was followed is in another list of the screen.
  if (link === null && main?.contains(document.activeElement) === true) return
  const heading = main?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = link ?? heading
  target?.focus({ preventScroll: true })
  window.scrollTo(0, scrollY)
  // A renamed piece has another place, and a phone may have been rotated.
  link?.scrollIntoView({ block: 'nearest' })
}

/** Scrolls to an item that was just added to the list on the screen, and focuses its link or check box. */
export function focusAddedListItem(id: string): void {
  // The list is drawn by the next frame.
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`main [data-id="${CSS.escape(id)}"] :is(a, input)`)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  })
}
