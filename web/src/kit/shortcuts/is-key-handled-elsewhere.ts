const TYPED_IN = 'input:not([type=range], [type=radio], [type=checkbox]), textarea, select, [contenteditable]'

/** True if the browser, a text field or an open dialog handles the key, so that shortcuts must ignore it. */
export function isKeyHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.defaultPrevented)
    return true
  return document.querySelector('dialog[open]') !== null || document.activeElement?.matches(TYPED_IN) === true
}
