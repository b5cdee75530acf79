let last: string | null = null

/** Notes that a screen has been drawn, by its path. */
export function noteScreen(pathname: string): void {
  last = pathname
}

/** For a screen that is just being drawn: the path of the one before it, or null. */
export const screenBefore = (): string | null => last
