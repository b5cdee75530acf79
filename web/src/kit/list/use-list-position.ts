import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import type { VirtualItem } from '@tanstack/react-virtual'
import { useLocation } from '#web/navigation/use-location.tsx'
import { focusHeadingIfFocusLost, getPreviousScreenPath } from '../screen.ts'

/** `gap` and `top` are in px; `top` is measured from the top of the page. */
export type ListGridLayout = { readonly columns: number; readonly gap: number; readonly top: number }

export type MeasuredRowHeights = {
  readonly layout: ListGridLayout
  readonly estimate: number
  readonly sizes: VirtualItem[]
}

export type ListScrollPosition = {
  /** The item whose link was followed; null, with index -1, if the screen was left in another way. */
  readonly id: string | null
  readonly index: number
  readonly to: string | null
  readonly scrollY: number
  readonly snapshot: MeasuredRowHeights | null
}

type Item = { readonly id: string }

type ScreenPlaces = Map<string, ListScrollPosition>

// Module state, because it mirrors the page's history: by history entry, for this visit only.
const places = new Map<string, ScreenPlaces>()
const newest: ScreenPlaces = new Map()

export function focusListItemOnNextScreen(id: string): void {
  newest.set('', { id, index: -1, to: window.location.pathname, scrollY: 0, snapshot: null })
}

export function useRestoreListPosition(
  name: string,
  list: RefObject<HTMLElement | null>,
  snapshot: RefObject<(() => MeasuredRowHeights) | null>,
  items: readonly Item[],
): ListScrollPosition | null {
  const { key, navigationType } = useLocation()
  const [left] = useState(() => {
    const isBack = navigationType === 'traverse'
    const kept = [...((isBack ? places.get(key) : newest) ?? [])]
    const fitting = kept.filter(([, { to }]) => isBack || getPreviousScreenPath() === to)
    // The item whose link was followed may have moved to this list.
    const here = fitting.find(([, { id }]) => items.some(item => item.id === id))
    return (here ?? fitting.find(([list]) => list === name))?.[1] ?? null
  })
  const [back] = useState(() => left && { ...left, id: survivor(left, items) })
  const shown = useRef(items)
  useEffect(() => {
    shown.current = items
  }, [items])

  useLayoutEffect(() => {
    if (back !== null && list.current !== null) comeBack(list.current, back, left?.id ?? null)
  }, [back, left, list])

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
      // oxlint-disable-next-line react/exhaustive-deps -- the latest value at that time is intended
      const place = { id, index, to, scrollY: window.scrollY, snapshot: snapshot.current?.() ?? null }
      newest.set(name, place)
      const ofScreen: ScreenPlaces = places.get(key) ?? new Map()
      places.set(key, ofScreen.set(name, place))
    }
  }, [name, key, list, snapshot])

  return back
}

function survivor({ id, index }: ListScrollPosition, items: readonly Item[]): string | null {
  if (id === null || items.some(item => item.id === id)) return id
  return items[Math.min(index, items.length - 1)]?.id ?? null
}

/** Must run in a layout effect: a later effect focuses the h1 unless the focus is in `main` by then. */
function comeBack(list: HTMLElement, { id, to, scrollY }: ListScrollPosition, left: string | null): void {
  const main = list.closest('main')
  const linksOf = (of: string | null) =>
    main?.querySelectorAll<HTMLAnchorElement>(`[data-id="${CSS.escape(of ?? '')}"] a`) ?? []
  // The item whose link was followed may have moved to another list.
  const links = [...linksOf(left), ...linksOf(id)]
  const link = links.find(({ pathname }) => pathname === to) ?? links[0] ?? null
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

/** Waits up to `frames` for the item. If it does not appear, the heading is focused if the focus was lost. */
export function focusAddedListItem(id: string, frames = 10): void {
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`main [data-id="${CSS.escape(id)}"] :is(a, input)`)
    if (link === null && frames > 1) return focusAddedListItem(id, frames - 1)
    if (link === null) return void focusHeadingIfFocusLost()
    link.focus({ preventScroll: true })
    link.scrollIntoView({ block: 'nearest' })
  })
}
