import { setTimeout as sleep } from 'node:timers/promises'

export type ElementRole =
  | 'button'
  | 'link'
  | 'field'
  | 'radio'
  | 'slider'
  | 'heading'
  | 'listitem'
  | 'alert'
  | 'text'

/** `x` and `y` are the center in the viewport; `isOnTop` tells whether a press there hits the element. */
export type FoundElement = {
  readonly x: number
  readonly y: number
  readonly isOnTop: boolean
  readonly value: string | null
}

/**
 * Returns a JavaScript expression that scrolls the first visible element with this role and name into view and returns
 * it as a FoundElement, or null.
 */
export const findInPage = (role: ElementRole, name: RegExp): string =>
  `(${find.toString()})(${JSON.stringify(SELECTORS[role])}, ${JSON.stringify(name.source)}, ${JSON.stringify(name.flags)})`

const SELECTORS: Record<ElementRole, string> = {
  button: 'button, [role=button], a[href]',
  link: 'a[href]',
  field: 'input:not([type=radio], [type=checkbox], [type=range]), textarea',
  radio: 'input[type=radio]',
  slider: 'input[type=range]',
  heading: 'h1, h2, h3',
  listitem: 'li',
  alert: '[role=alert]',
  text: 'main, dialog > *',
}

// Runs in the page, so it cannot use anything outside of it.
function find(selector: string, source: string, flags: string): object | null {
  const labelOf = (element: Element) => {
    if (element instanceof HTMLElement && element.matches('main, dialog > *')) return element.innerText
    const labels = 'labels' in element ? (element.labels as NodeListOf<HTMLLabelElement> | null) : null
    const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    return (
      element.getAttribute('aria-label') ??
      (ids.length > 0 ? ids.map(id => document.getElementById(id)?.textContent ?? '').join(' ') : null) ??
      (labels !== null && labels.length > 0 ? [...labels].map(label => label.textContent).join(' ') : null) ??
      (element instanceof HTMLElement ? element.innerText : element.textContent)
    )
  }
  const name = new RegExp(source, flags)
  // Everything outside of a modal dialog is inert.
  const scope = document.querySelector('dialog:modal') ?? document
  for (const element of scope.querySelectorAll(selector)) {
    if (!name.test((labelOf(element) ?? '').replace(/\s+/g, ' ').trim())) continue
    // Of a radio only the label is visible.
    const label = element instanceof HTMLInputElement && element.type === 'radio' ? element.labels?.[0] : null
    const shown = label ?? element
    if (shown.getClientRects().length === 0 || !shown.checkVisibility()) continue
    let box = shown.getBoundingClientRect()
    const isIn = box.top >= 0 && box.bottom <= innerHeight
    if (!isIn) {
      shown.scrollIntoView({ block: 'center', behavior: 'instant' })
      box = shown.getBoundingClientRect()
    }
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
    const top = document.elementFromPoint(x, y)
    // A toast that has just appeared lets presses through (rule PX7), but may no longer do so when the press is made.
    const isGettingCovered = document.getAnimations().some(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null
      if (target === null || target.contains(element) || shown.contains(target)) return false
      const { left, right, top: upper, bottom } = target.getBoundingClientRect()
      return left <= x && x <= right && upper <= y && y <= bottom
    })
    return {
      x,
      y,
      isOnTop: top !== null && (shown.contains(top) || top.contains(element)) && !isGettingCovered,
      value:
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null,
    }
  }
  return null
}

const EVALUATION_TIMEOUT_MS = 5_000

/**
 * Resolves to the value, or to a string with the reason why there is none: an evaluation fails while another page is
 * being loaded, and WebKit once took half a minute.
 */
export const valueOrReason = (evaluation: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    evaluation.catch((error: unknown) => `the evaluation failed: ${String(error)}`),
    sleep(EVALUATION_TIMEOUT_MS, 'the page did not respond in time', { ref: false }),
  ])
