/**
 * Moves the focus to the heading of the screen. Call it when the focused element was removed. Returns the heading, or
 * null if there is no screen.
 */
export function focusScreenHeading(
  main: HTMLElement | null = document.querySelector('main'),
): HTMLElement | null {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return null
  target.tabIndex = -1
  target.focus({ preventScroll: true })
  return target
}

/**
 * Moves the focus to the heading of the screen if no element is focused. Otherwise the Tab key would continue at the
 * top of the page. Returns the heading if it got the focus, otherwise null.
 */
export function restoreLostFocus(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusScreenHeading() : null
}
