import type { Page } from '@playwright/test'

/** Also waits for fonts. Does not wait for endless animations, such as a loader. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    // After two frames, a change of size or color has been laid out and its transitions have started.
    await new Promise(resolve => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const finite = document
      .getAnimations()
      .filter(animation => Number(animation.effect?.getComputedTiming().endTime ?? 0) < 5000)
    await Promise.allSettled(finite.map(animation => animation.finished))
  })
}
