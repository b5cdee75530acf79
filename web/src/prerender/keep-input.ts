// Runs in a prerendered page, behind its content and before the app. When the app replaces the content, what the
// visitor has typed and the focus go to the same fields and links of the new content, and presses on buttons that came
// too early are repeated (rule HT93).

const root = document.getElementById('root')
if (root !== null) keepInput(root)

function keepInput(root: HTMLElement): void {
  let focused: Element | null = null
  let held: Element | null = null
  const heard = new AbortController()
  const listen = (type: string, hear: (target: Element) => void) =>
    root.addEventListener(type, ({ target }) => hear(target as Element), { signal: heard.signal })
  listen('focusin', target => void (focused = target))
  // An element that is being removed loses the focus, too. It is known for sure only afterwards.
  listen('focusout', target =>
    setTimeout(() => {
      if (target === focused && root.contains(target)) focused = null
    }),
  )
  listen('pointerdown', target => void (held = target.closest('button')))
  listen('click', target => {
    held = null
    // Shown as busy until it is pressed again.
    target.closest('button')?.setAttribute('aria-busy', 'true')
  })

  // The callback runs before the next paint.
  new MutationObserver((changes, observer) => {
    const removed = changes
      .flatMap(({ removedNodes }) => [...removedNodes])
      .filter(node => node instanceof HTMLElement)
    if (removed.length === 0) return
    observer.disconnect()
    heard.abort()
    const all = (selector: string) => removed.flatMap(element => [...element.querySelectorAll(selector)])
    for (const field of all('input')) typeAgain(root, field as HTMLInputElement)
    const selector = selectorOf(focused)
    if (selector !== null) root.querySelector<HTMLElement>(selector)?.focus()
    for (const button of all('[aria-busy=true]')) sameButton(root, button)?.click()
    if (held !== null) addEventListener('pointerup', pressOnRelease(root, held), { once: true })
  }).observe(root, { childList: true })
}

/** Enters a value as a user does, because React takes over only what arrives in an event. */
function typeAgain(root: HTMLElement, { name, value }: HTMLInputElement): void {
  const field = root.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (field === null || value === '' || field.value !== '') return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Returns a listener that presses the new button if the pointer that was pressed on the old one is released over it. */
const pressOnRelease =
  (root: HTMLElement, old: Element) =>
  ({ target }: Event) => {
    const button = sameButton(root, old)
    if (button?.contains(target as Node)) button.click()
  }

const sameButton = (root: HTMLElement, old: Element) =>
  [...root.querySelectorAll('button')].find(({ textContent }) => textContent === old.textContent)

/** Returns a selector of a field by its name or of a link by its address; null for anything else. */
function selectorOf(element: Element | null): string | null {
  const attribute = ['name', 'href'].find(name => element?.hasAttribute(name))
  return attribute === undefined ? null : `[${attribute}="${element?.getAttribute(attribute)}"]`
}
