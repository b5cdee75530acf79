import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { NavigationType, useLocation, useNavigationType } from 'react-router'
import type { VirtualItem } from '@tanstack/react-virtual'
import { screenBefore } from './screen-trail.ts'

/** How a list lies in the page; one row holds as many items as its grid has columns. */
export type Layout = { readonly columns: number; readonly gap: number; readonly top: number }

/** What a window over a long list has learned of its rows. */
export type ListSnapshot = {
  readonly layout: Layout
  readonly estimate: number
  readonly sizes: VirtualItem[]
}

/** Where somebody was in a list when leaving it. */
export type ListPlace = {
  /** The item whose link was followed, and where it stood; null where the list was left in another way. */
  readonly id: string | null
  readonly index: number
  /** Where that link led. */
  readonly to: string | null
  readonly scrollY: number
  readonly snapshot: ListSnapshot | null
}

type Item = { readonly id: string }

// By entry of the browser's history, for this visit only: more than a few steps nobody goes back.
const places = new Map<string, ListPlace>()
const REMEMBERED = 50
let newest: ListPlace | null = null

/**
 * Remembers the place in a list when it is left and comes back to it: by the browser's Back, and from the screen its
 * link led to. Gives the place that was come back to, or null.
 */
export function useListPlace(
  list: RefObject<HTMLElement | null>,
  snapshot: RefObject<(() => ListSnapshot) | null>,
  items: readonly Item[],
): ListPlace | null {
  const { key } = useLocation()
  const arrival = useNavigationType()
  const [back] = useState(() => {
    const isBack = arrival === NavigationType.Pop
    const place = isBack ? places.get(key) : newest
    if (!place || (!isBack && screenBefore() !== place.to)) return null
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
      // The newest there is at that moment is what is wanted.
      // oxlint-disable-next-line react/exhaustive-deps
      newest = { id, index, to, scrollY: window.scrollY, snapshot: snapshot.current?.() ?? null }
      places.delete(key)
      places.set(key, newest)
      for (const oldest of places.keys()) if (places.size > REMEMBERED) places.delete(oldest)
    }
  }, [key, list, snapshot])

  return back
}

/** The item that was left, or, where it was deleted meanwhile, the one that stands in its place. */
function survivor({ id, index }: ListPlace, items: readonly Item[]): string | null {
  if (id === null || items.some(item => item.id === id)) return id
  return items[Math.min(index, items.length - 1)]?.id ?? null
}

/** The focus goes first: what has it is not given another (use-screen.ts), and the view stays where it is. */
function comeBack(list: HTMLElement, { id, scrollY }: ListPlace): void {
  const link = id === null ? null : list.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] a`)
  const heading = list.closest('main')?.querySelector('h1')
  if (heading) heading.tabIndex = -1
  const target = link ?? heading
  target?.focus({ preventScroll: true })
  window.scrollTo(0, scrollY)
  // A piece that was renamed stands elsewhere now, and a phone may have been turned.
  link?.scrollIntoView({ block: 'nearest' })
}
