import type { Page } from '@playwright/test'

export const listReachableControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Of stacked dialogs only the top one can be pressed.
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    return [...scope.querySelectorAll('a[href], button, input, textarea, select')]
      .filter(control => control.checkVisibility({ visibilityProperty: true }))
      .map(
        control => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent.trim()}`,
      )
  })

/**
 * Returns the controls that cannot be pressed at any scroll position. Ignores what a toast covers, which disappears, and
 * the navigation, which is hidden while the metronome runs.
 */
export const findControlsOutOfReach = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Of stacked dialogs only the top one can be pressed.
    const scope = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document
    const canBePressed = (control: Element) => {
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
          return !canBePressed(control)
        }),
      )
      .map(control => `${control.localName} ${control.getAttribute('aria-label') ?? control.textContent}`)
  })

/** Ignores the loader, which only changes color and is the only sign of progress. */
export const listRunningAnimations = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const SHORTEST_VISIBLE_MS = 10
    return document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .flatMap(animation => {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {}
        const name = animation instanceof CSSAnimation ? animation.animationName : 'transition'
        if (name.includes('beat')) return []
        return Number(duration) > SHORTEST_VISIBLE_MS ? [`${name}, ${Number(duration)} ms`] : []
      })
  })

/** `isSeen` is false if fixed bars cover the focus completely. Returns null if nothing has the focus. */
export const describeFocus = (page: Page): Promise<{ isMarked: boolean; isSeen: boolean } | null> =>
  page.evaluate(async () => {
    // The focus ring may still fade in.
    await Promise.allSettled(document.getAnimations().map(animation => animation.finished))
    const control = document.querySelector(':focus')
    if (control === null) return null
    const label = control.closest('label')
    // The ring of a choice may be drawn on its label, and that of a link on its card.
    const around = [label, control.nextElementSibling, control.closest('li, article')]
    const drawn = [control, ...around.filter(other => other !== null)].map(part => getComputedStyle(part))
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
