import type { Page } from '@playwright/test'

/**
 * Returns layout faults of a page as sentences: elements wider than the window, clipped or overflowing text, and
 * targets smaller than 48 px (rule UI26).
 */
export const findLayoutFaults = (page: Page): Promise<string[]> => page.evaluate(findFaults)

// Runs in the page, so it cannot use anything outside of it.
function findFaults(): string[] {
  const SMALLEST_TARGET = 48
  // Edges are not aligned to pixels.
  const SLACK = 1
  const root = document.documentElement
  const faults = new Set<string>()
  // A modal dialog makes everything else inert.
  const scope = document.querySelector('dialog:modal') ?? document.body

  if (root.scrollWidth > root.clientWidth) faults.add(`the page is ${root.scrollWidth} px wide`)
  for (const element of [scope, ...scope.querySelectorAll('*')]) {
    if (!(element instanceof HTMLElement) || !isSeen(element)) continue
    if (scrollsSideways(element)) faults.add(`${nameOf(element)} scrolls sideways`)
    for (const text of ownTexts(element)) checkText(element, text)
    if (isTarget(element)) checkTarget(element)
  }
  return [...faults]

  function checkText(element: HTMLElement, text: Text) {
    const range = document.createRange()
    range.selectNodeContents(text)
    for (const line of range.getClientRects()) {
      if (line.width === 0) continue
      if (line.left < -SLACK || line.right > root.clientWidth + SLACK)
        faults.add(
          `"${excerptOf(text)}" leaves the window: ${Math.round(line.left)} to ${Math.round(line.right)}`,
        )
      const clippedBy = clippingAncestor(element, line)
      if (clippedBy !== null) faults.add(`"${excerptOf(text)}" is cut by ${nameOf(clippedBy)}`)
      const control = element.closest('button, a[class], label')
      if (control !== null && getComputedStyle(control).display !== 'inline' && isOutside(line, control))
        faults.add(`"${excerptOf(text)}" lies outside its ${nameOf(control)}`)
    }
  }

  function checkTarget(target: HTMLElement) {
    const box = target.getBoundingClientRect()
    const width = box.width >= SMALLEST_TARGET - SLACK / 2
    const height = box.height >= SMALLEST_TARGET - SLACK / 2
    if ((width && height) || isInlineLink(target)) return
    // A pseudo-element can enlarge the target beyond its box, so this tests points.
    target.scrollIntoView({ block: 'center', behavior: 'instant' })
    const { left, top, width: wide, height: high } = target.getBoundingClientRect()
    const [x, y] = [left + wide / 2, top + high / 2]
    const reach = SMALLEST_TARGET / 2 - SLACK
    const points = [
      ...(width ? [] : [[x - reach, y] as const, [x + reach, y] as const]),
      ...(height ? [] : [[x, y - reach] as const, [x, y + reach] as const]),
    ]
    const isHit = points.every(([x, y]) => {
      const hit = document.elementFromPoint(x, y)
      return hit !== null && (target.contains(hit) || hit.contains(target.closest('label')))
    })
    if (!isHit) faults.add(`${nameOf(target)} is a target of ${Math.round(wide)} × ${Math.round(high)}`)
  }

  function isTarget(element: HTMLElement) {
    if (element.matches('input[type=radio], input[type=checkbox]')) return false
    if (element.matches('label'))
      return element.querySelector('input[type=radio], input[type=checkbox]') !== null
    return element.matches('a[href], button, input, textarea, select, summary')
  }

  /** WCAG 2.5.8 excepts links within a line of text. */
  function isInlineLink(element: HTMLElement) {
    return (
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      (element.parentElement?.textContent.trim().length ?? 0) > element.textContent.trim().length
    )
  }

  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    return !isForScreenReadersOnly(element)
  }

  function isForScreenReadersOnly(element: Element) {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (getComputedStyle(at).clipPath.startsWith('inset(50%')) return true
    return false
  }

  function scrollsSideways(element: HTMLElement) {
    const { overflowX } = getComputedStyle(element)
    return (
      ['auto', 'scroll'].includes(overflowX) &&
      element !== document.body &&
      !element.matches('input, textarea') &&
      element.scrollWidth > element.clientWidth + SLACK
    )
  }

  function ownTexts(element: HTMLElement): Text[] {
    return [...element.childNodes].filter(
      (node): node is Text => node instanceof Text && node.data.trim() !== '',
    )
  }

  function clippingAncestor(element: HTMLElement, line: DOMRect): Element | null {
    for (let at: HTMLElement | null = element; at !== null && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      const clips = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
      if (clips(overflowX) && (line.left < box.left - SLACK || line.right > box.right + SLACK)) return at
      // A line box is higher than its letters, so only a large cut counts.
      const slack = line.height / 4
      if (clips(overflowY) && (line.top < box.top - slack || line.bottom > box.bottom + slack)) return at
      // Ancestors do not clip a fixed element.
      if (getComputedStyle(at).position === 'fixed') return null
    }
    return null
  }

  function isOutside(line: DOMRect, control: Element) {
    const box = control.getBoundingClientRect()
    const slack = line.height / 4
    return (
      line.left < box.left - SLACK ||
      line.right > box.right + SLACK ||
      line.top < box.top - slack ||
      line.bottom > box.bottom + slack
    )
  }

  function nameOf(element: Element) {
    const name = element.getAttribute('aria-label') ?? element.textContent
    return `<${element.localName}> "${name.trim().slice(0, 40)}"`
  }

  function excerptOf(text: Text) {
    return text.data.trim().slice(0, 40)
  }
}
