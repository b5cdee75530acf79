const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'

/** Whether a key belongs to the browser, a text field or a dialog instead of a shortcut (rules PD1, PD5). */
export function isKeyHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented)
    return true
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TYPED_IN) === true
}
