const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'

/**
 * Returns true if the keyboard shortcuts of a screen must ignore a key press, because it belongs to the browser, a text
 * field or an open dialog (rules PD5, PD1).
 */
export function isKeyHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented)
    return true
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TYPED_IN) === true
}
