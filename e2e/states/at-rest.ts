import type { Page } from '@playwright/test'

/**
 * Waits until everything stands: the letters are there and what moves has arrived. What goes on for ever, like the
 * beats of a loader, is not waited for.
 */
export async function untilAtRest(page: Page): Promise<void> {
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
