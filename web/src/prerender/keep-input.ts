// Runs in a prerendered page, behind its content and before the app. When the app replaces the content, what the
// visitor has typed and the focus go to the same fields and links of the new content, and presses that came too early are
// repeated (rule HT93). A link that was pressed and released before has left the page.

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
  listen('pointerdown', target => {
    held = target.closest('a, button')
    // Firefox tells of the focus late or, in a window that is not active yet, not at all.
    focused = target.closest('input') ?? focused
  })
  listen('click', target => {
    held = null
    // Shown as busy until it is pressed again.
    target.closest('button')?.setAttribute('aria-busy', 'true')
  })

  const pressed = new AbortController()
  const goOn = () => {
    observer.disconnect()
    pressed.abort()
  }
  let waiting: HandOver[] = []
  const observer = new MutationObserver(changes => {
    const removed = changes
      .filter(({ target }) => target === root)
      .flatMap(({ removedNodes }) => [...removedNodes])
      .filter(node => node instanceof HTMLElement)
    if (removed.length > 0 && !heard.signal.aborted) {
      heard.abort()
      waiting = handOversOf(removed, focused)
      const { signal } = pressed
      if (held !== null) addEventListener('pointerup', pressOnRelease(held), { once: true, signal })
      // The visitor goes on without what has not been handed over by now.
      addEventListener('pointerdown', goOn, { once: true, capture: true })
    }
    // On a slow device the app may be empty for a moment before its screen has come.
    waiting = waiting.filter(handOver => !handOver(root))
    if (heard.signal.aborted && waiting.length === 0) observer.disconnect()
  })
  // The callback runs before the next paint.
  observer.observe(root, { childList: true, subtree: true })
}

/** Hands one thing over to the app. Returns false if the app does not show yet what it belongs to. */
type HandOver = (root: HTMLElement) => boolean

/** Returns what has to be handed over, in this order: what was typed, the focus, and presses that came too early. */
function handOversOf(removed: readonly HTMLElement[], focused: Element | null): HandOver[] {
  const all = (selector: string) => removed.flatMap(element => [...element.querySelectorAll(selector)])
  const fields = (all('input') as HTMLInputElement[]).filter(({ value }) => value !== '')
  const selector = selectorOf(focused)
  return [
    ...fields.map(field => (root: HTMLElement) => typeAgain(root, field)),
    ...(selector === null ? [] : [(root: HTMLElement) => focusAgain(root, selector)]),
    ...all('button[aria-busy=true]').map(button => (root: HTMLElement) => pressAgain(root, button)),
  ]
}

/** Enters a value as a user does, because React takes over only what arrives in an event. */
function typeAgain(root: HTMLElement, { name, value }: HTMLInputElement): boolean {
  const field = root.querySelector<HTMLInputElement>(`input[name="${name}"]`)
  if (field?.value !== '') return field !== null
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
  return true
}

function focusAgain(root: HTMLElement, selector: string): boolean {
  const element = root.querySelector<HTMLElement>(selector)
  // Another element may have taken the focus since.
  if (document.activeElement === document.body) element?.focus()
  return element !== null
}

function pressAgain(root: HTMLElement, old: Element): boolean {
  const button = [...root.querySelectorAll('button')].find(button => isSame(button, old))
  button?.click()
  return button !== undefined
}

/** Returns a listener that presses the new control if the pointer that was pressed on the old one is released over it. */
const pressOnRelease =
  (old: Element) =>
  ({ target, button }: PointerEvent) => {
    const control = target instanceof Element ? target.closest<HTMLElement>('a, button') : null
    // The browser opens a menu or a tab when another mouse button is released.
    if (button === 0 && control !== null && isSame(control, old)) control.click()
  }

/** Returns true for two buttons with the same text and for two links with the same text and address. */
const isSame = (one: Element, other: Element) =>
  one.textContent === other.textContent && one.getAttribute('href') === other.getAttribute('href')

/** Returns a selector of a field by its name or of a link by its address; null for anything else. */
function selectorOf(element: Element | null): string | null {
  const attribute = ['name', 'href'].find(name => element?.hasAttribute(name))
  return attribute === undefined ? null : `[${attribute}="${element?.getAttribute(attribute)}"]`
}
