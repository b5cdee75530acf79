/**
 * Scrolls to an item that was just added to the list on the screen, and focuses its first link. Does nothing if the
 * list does not contain the item.
 */
export function scrollToListItem(id: string): void {
  // The list is drawn by the next frame.
  requestAnimationFrame(() => {
    const link = document.querySelector<HTMLElement>(`main [data-id="${CSS.escape(id)}"] a`)
    link?.focus({ preventScroll: true })
    link?.scrollIntoView({ block: 'nearest' })
  })
}
