import type { Page } from '@playwright/test'

/** The controls that can be seen or scrolled to, by what they are and say, in the order of the page. */
export const controlsInReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const scope = document.querySelector('dialog:modal') ?? document
    return [...scope.querySelectorAll('a[href], button, input, textarea, select')]
      .filter(control => control.checkVisibility({ visibilityProperty: true }))
      .map(
        control => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent.trim()}`,
      )
  })

/**
 * What still moves for somebody who asked for less motion, by the names of the animations. The beats of a loader
 * change their color where they stand, and in a busy button they are the only sign that something goes on.
 */
export const motionIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SHORTEST_SEEN_MS = 10
    return document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .flatMap(animation => {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {}
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition'
        if (name.includes('beat')) return []
        return Number(duration) > SHORTEST_SEEN_MS ? [`${name}, ${Number(duration)} ms`] : []
      })
  })

/** Puts the focus on the next control with the keyboard and tells how it is marked; null where nothing takes it. */
export async function nextFocus(page: Page): Promise<{ name: string; isMarked: boolean } | null> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const control = document.activeElement
    if (control === null || control === document.body) return null
    // A choice inside a label is drawn as the label.
    const around = [control.closest('label'), control.nextElementSibling].filter(one => one !== null)
    const drawn = [control, ...around].map(one => getComputedStyle(one))
    // A link that is a whole card is drawn as the card.
    const isMarked = [...drawn, getComputedStyle(control, '::after')].some(
      ({ outlineStyle, outlineWidth }) => outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    )
    return { name: `${control.localName} ${control.textContent.trim().slice(0, 40)}`, isMarked }
  })
}
