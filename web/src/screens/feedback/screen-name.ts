/** The screen somebody was on, without which piece it was: that is the musician's own business. */
export const screenName = (pathname: string): string =>
  pathname.replace(/^\/pieces\/[^/]+/, '/pieces/:id').slice(0, 200)
