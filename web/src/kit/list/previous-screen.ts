// Module state: it mirrors the page's history.
let last: string | null = null

/** Stores the path of the screen that is shown. After the next navigation, `previousScreenPath` returns it. */
export function recordScreenPath(pathname: string): void {
  last = pathname
}

/** Returns the path of the screen that was rendered before the current one, or null if there was none. */
export const previousScreenPath = (): string | null => last
