/**
 * Imports code together with its style sheets. Rejects if the code or a style sheet cannot be loaded. The next call
 * loads failed style sheets again, which Vite's own loader would skip.
 *
 * @param chunk how the file name of the style sheet begins; without it, a failed style sheet of other code counts too
 */
export async function importWithStyles<T>(load: () => Promise<T>, chunk = ''): Promise<T> {
  // Adding the same listener again has no effect.
  document.addEventListener('error', recordFailure, true)
  const failed = () => [...failedStyles].filter(link => link.href.includes(chunk))
  await Promise.all(failed().map(fetchAgain))
  const loaded = await load()
  if (failed().length > 0) throw new Error('Unable to preload CSS')
  return loaded
}

// Module state: links in the page's head.
const failedStyles = new Set<HTMLLinkElement>()

function recordFailure({ target }: Event): void {
  if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
}

// While it loads, the failed one stays recorded. Two calls may replace it by one each.
function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement
  const settled = new Promise(resolve => (again.onload = again.onerror = resolve))
  link.after(again)
  return settled.then(() => {
    failedStyles.delete(link)
    link.remove()
  })
}
