import { useEffect, useLayoutEffect, type RefObject } from 'react'

/**
 * Focuses the field of a step in the new-piece wizard and adapts the layout to the on-screen keyboard of a phone. The
 * keyboard stays open when the user presses a button of the step, and does not cover the buttons.
 */
export function usePhoneKeyboard(form: RefObject<HTMLElement | null>): void {
  // Before the paint, so that a keyboard that is shown stays for the next field.
  useLayoutEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type="radio"]), input:checked')?.focus()
  }, [form])

  useEffect(() => {
    const step = form.current
    step?.addEventListener('mousedown', keepTyping)
    return () => step?.removeEventListener('mousedown', keepTyping)
  }, [form])

  useEffect(() => (window.visualViewport ? followKeyboard(window.visualViewport) : undefined), [])
}

/** Keeps the focus in a text field when a button is pressed, so that the keyboard stays for the next field. */
function keepTyping(event: Event): void {
  const isTyping = document.activeElement?.matches('input:not([type="radio"])') ?? false
  if (isTyping && event.target instanceof Element && event.target.closest('button')) event.preventDefault()
}

/**
 * Sets `--keyboard` on the root: the height in px that the keyboard covers, because browsers do not shrink the page for
 * it. Returns the function that ends this.
 */
function followKeyboard(visible: VisualViewport): () => void {
  const { style } = document.documentElement
  const measure = () => {
    const covered = window.innerHeight - visible.height - visible.offsetTop
    // A page that is zoomed in is cut off at the bottom, too.
    style.setProperty('--keyboard', `${visible.scale > 1 ? 0 : Math.max(0, Math.round(covered))}px`)
  }
  measure()
  visible.addEventListener('resize', measure)
  visible.addEventListener('scroll', measure)
  return () => {
    visible.removeEventListener('resize', measure)
    visible.removeEventListener('scroll', measure)
    style.removeProperty('--keyboard')
  }
}
