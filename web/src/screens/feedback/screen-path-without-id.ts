/** Returns the path of a screen with the id of the piece removed, because the id is private. */
export const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
