/** Returns the path of a screen without the id of a piece. Feedback contains this path, and the id is private. */
export const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
