/**
 * Waits until the app replaces the prerendered content of `root`, and then hands what the visitor has typed and the
 * focus to the same fields and links of the new content (rule HT88).
 */
export function keepInputOfPrerenderedPage(root: HTMLElement): void {
  let focused: Element | null = root.contains(document.activeElement) ? document.activeElement : null
  const focus = ({ target }: Event) => void (focused = target as Element)
  // An element that is being removed loses the focus, too. It is known for sure only afterwards.
  const blur = ({ target }: Event) =>
    void setTimeout(() => {
      if (target === focused && root.contains(focused)) focused = null
    })
  root.addEventListener('focusin', focus)
  root.addEventListener('focusout', blur)
  // The callback runs before the next paint.
  new MutationObserver((changes, observer) => {
    const removed = changes.flatMap(({ removedNodes }) => [...removedNodes])
    if (removed.length === 0) return
    observer.disconnect()
    root.removeEventListener('focusin', focus)
    root.removeEventListener('focusout', blur)
    const typed = removed.flatMap(node =>
      node instanceof Element ? [...node.querySelectorAll('input')] : [],
    )
    typed.forEach(field => typeAgain(root, field))
    const selector = selectorOf(focused)
    if (selector !== null) root.querySelector<HTMLElement>(selector)?.focus()
  }).observe(root, { childList: true })
}

/** Enters a value as a user does, because React takes over only what arrives in an event. */
function typeAgain(root: HTMLElement, { name, value }: HTMLInputElement): void {
  const field = root.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (field === null || value === '' || field.value !== '') return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Returns a selector of a field by its name or of a link by its address; null for anything else. */
function selectorOf(element: Element | null): string | null {
  const attribute = ['name', 'href'].find(name => element?.hasAttribute(name))
  return attribute === undefined ? null : `[${attribute}="${element?.getAttribute(attribute)}"]`
}
