import type { Page } from '@playwright/test'

/** Waits until fonts are loaded and animations have ended. Does not wait for endless ones, such as a loader. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // Two pictures later a change of size or color has been laid out and its transitions have begun.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const ending = document
      .getAnimations()
      .filter(animation => Number(animation.effect?.getComputedTiming().endTime ?? 0) < 5000)
    await Promise.allSettled(ending.map(animation => animation.finished))
  })
}
