/**
 * Moves the focus to the screen's heading, because the focused element was removed. Returns the focused element, or
 * null if there is no screen.
 */
export function focusHeading(main: HTMLElement | null = document.querySelector('main')): HTMLElement | null {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return null
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return target
}

/**
 * Moves the focus to the screen's heading only if the focus was lost to the body, where Tab would start at the top of
 * the page; otherwise returns null.
 */
export function rescueFocus(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusHeading() : null
}
