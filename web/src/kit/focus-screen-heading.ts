/**
 * Moves the focus to the heading of the screen, because the element that had it was removed. Returns the focused
 * element; null if there is no screen.
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
 * Moves the focus to the heading of the screen if no element has it any more. Without that, Tab would start at the top
 * of the page. Returns the focused element, or null.
 */
export function restoreLostFocus(): HTMLElement | null {
  const isLost = document.activeElement === null || document.activeElement === document.body
  return isLost ? focusScreenHeading() : null
}
