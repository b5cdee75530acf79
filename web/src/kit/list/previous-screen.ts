let last: string | null = null

/** Records the path of a screen that was rendered. */
export function recordScreen(pathname: string): void {
  last = pathname
}

/** Returns the path of the screen before the one that is being rendered, or null. */
export const previousScreen = (): string | null => last
