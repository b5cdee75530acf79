import { sleep } from '#web/concurrency/waiting.ts'

/** How long the first rendering waits for the font, in milliseconds. */
const LONGEST_WAIT_MS = 1000

/**
 * Resolves when the font has loaded, or after a second. Text that is rendered earlier could wrap differently when the
 * font arrives.
 */
export function loadFont(): Promise<unknown> {
  const timeout = sleep(LONGEST_WAIT_MS)
  return Promise.race([document.fonts.load('1em "Nunito Variable"').catch(() => null), timeout])
}
