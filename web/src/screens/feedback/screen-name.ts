/** Returns a screen's path without the piece's id, which is private. */
export const screenName = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
