const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'

/**
 * Returns whether a pressed key is no shortcut of the screen, because it belongs to the browser, to a text field that has
 * the focus, or to an open dialog (rules PD4, UI65).
 */
export function isKeyForAnother(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented)
    return true
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TYPED_IN) === true
}
