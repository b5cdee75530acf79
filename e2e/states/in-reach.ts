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

/** Returns whether the focus is marked and in sight, not all of it under something docked; null if nothing has it. */
export const describeFocus = (page: Page): Promise<{ isMarked: boolean; isSeen: boolean } | null> =>
  page.evaluate(async () => {
    // A ring that is still fading in is none yet.
    await Promise.allSettled(document.getAnimations().map(moving => moving.finished))
    const control = document.querySelector(':focus')
    if (control === null) return null
    const label = control.closest('label')
    // A choice inside a label is drawn as the label, and a link that is a whole card as the card.
    const around = [label, control.nextElementSibling, control.closest('li, article')]
    const drawn = [control, ...around.filter(one => one !== null)].map(one => getComputedStyle(one))
    const isMarked = [...drawn, getComputedStyle(control, '::after')].some(
      ({ outlineStyle, outlineWidth, opacity }) =>
        opacity !== '0' && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2,
    )
    const { left, top, width, height } = (label ?? control).getBoundingClientRect()
    const isSeen = [0.25, 0.5, 0.75].some(share => {
      const hit = document.elementFromPoint(left + width / 2, top + height * share)
      return hit !== null && (label ?? control).contains(hit)
    })
    return { isMarked, isSeen }
  })
