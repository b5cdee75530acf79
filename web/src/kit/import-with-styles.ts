/**
 * Imports code with `load`, together with its style sheets. Rejects if the code or a style sheet cannot be loaded. The
 * next call loads failed style sheets again, which Vite's own loader would skip.
 *
 * @param files the beginning of the style sheets' file names (their chunk in `web/build/chunk-groups.ts`). Without it,
 *   failed style sheets of other code also cause a rejection.
 */
export async function importWithStyles<T>(load: () => Promise<T>, files = ''): Promise<T> {
  // Adding the same listener again has no effect.
  document.addEventListener('error', recordFailure, true)
  const failed = () => [...failedStyles].filter(link => link.href.includes(files))
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
async function fetchAgain(link: HTMLLinkElement): Promise<void> {
  const again = link.cloneNode() as HTMLLinkElement
  await new Promise(resolve => {
    for (const event of ['load', 'error']) again.addEventListener(event, resolve)
    link.after(again)
  })
  failedStyles.delete(link)
  link.remove()
}
