/** Scrolls the list on the screen to an item that has just come into it and focuses its first link, if it is there. */
export function focusListItem(id: string): void {
  // The list is drawn by the next frame.
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`main [data-id="${CSS.escape(id)}"] a`)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  })
}
