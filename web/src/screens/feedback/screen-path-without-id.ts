/**
 * Returns the path of a screen with ':id' instead of the id of a piece, and at most 200 characters. Feedback contains
 * this path, and the id is private.
 */
export const screenPathWithoutId = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
