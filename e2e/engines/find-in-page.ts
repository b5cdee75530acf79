import { setTimeout as sleep } from 'node:timers/promises'

/** The kinds of elements that can be found. A field is any input for text. */
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

/** A visible element: its center in the viewport, whether a press there hits it, its accessible name and its value. */
export type FoundElement = {
  readonly x: number
  readonly y: number
  readonly isOnTop: boolean
  readonly says: string
  readonly value: string | null
}

/**
 * Returns a JavaScript expression that finds the first visible element with this role and name, scrolls it into view
 * and describes it, or returns null.
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
    const says = (labelOf(element) ?? '').replace(/\s+/g, ' ').trim()
    if (!name.test(says)) continue
    // The label of a radio is what is visible.
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
      says,
      value:
        element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.value : null,
    }
  }
  return null
}

/** Milliseconds. */
const LONGEST_ANSWER_MS = 5_000

/**
 * Resolves to what a tab answers, or to the reason why it does not: it fails, for instance while another page is being
 * loaded, or it takes more than five seconds. WebKit once gave no answer for half a minute, while the other tab did.
 */
export const answerInTime = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    answer.catch((error: unknown) => `the page does not answer: ${String(error)}`),
    sleep(LONGEST_ANSWER_MS, 'the page has not answered in time', { ref: false }),
  ])
