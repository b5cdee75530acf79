import type { Page } from '@playwright/test'

/** Returns the controls that are visible or can be scrolled to, as element and name, in page order. */
export const listReachableControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Of a dialog over a dialog only the upper one can be pressed.
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    return [...scope.querySelectorAll('a[href], button, input, textarea, select')]
      .filter(control => control.checkVisibility({ visibilityProperty: true }))
      .map(
        control => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent.trim()}`,
      )
  })

/**
 * Returns the controls that cannot be pressed wherever the page is scrolled to: covered by something docked, outside of
 * the window, or without a width. A toast covers what is below it only for a while, and the navigation leaves while the
 * click runs.
 */
export const findControlsOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Of a dialog over a dialog only the upper one can be pressed.
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    const isPressed = (control: Element) => {
      const { left, top, width, height } = control.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      if (hit === null) return false
      return control.contains(hit) || hit.closest('label')?.contains(control) || hit.closest('[popover]')
    }
    return [...scope.querySelectorAll('a[href], button, input, textarea, select, summary')]
      .filter(control => control.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .filter(control => control.closest('nav') === null)
      .filter(control =>
        (['center', 'start', 'end'] as const).every(block => {
          control.scrollIntoView({ block, behavior: 'instant' })
          return !isPressed(control)
        }),
      )
      .map(control => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent}`)
  })

/**
 * Returns the animations that run although the user prefers reduced motion. Ignores the loader, which only changes
 * color and is the only sign of progress.
 */
export const listRunningAnimations = (page: Page): Promise<string[]> =>
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

/**
 * Presses Tab and returns the focused control with whether its focus is visible. Returns null if nothing gets the
 * focus.
 */
export async function focusNextControl(page: Page): Promise<{ name: string; isMarked: boolean } | null> {
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
