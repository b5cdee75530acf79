/** Moves the focus to the heading of the screen: where one goes on when what had the focus is not there any more. */
export function focusHeading(main: HTMLElement | null = document.querySelector('main')): void {
  const target = main?.querySelector('h1') ?? main
  if (target === null) return
  target.tabIndex = -1
  target.focus({ preventScroll: true })
}

/** The same, only where the focus fell to the page itself, so that a keyboard would begin at its top again. */
export function rescueFocus(): void {
  if (document.activeElement === null || document.activeElement === document.body) focusHeading()
}
