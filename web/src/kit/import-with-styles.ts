/**
 * Imports code together with its style sheets. Rejects if the code or a style sheet cannot be loaded. The next call
 * loads failed style sheets again, which Vite's own loader would skip.
 */
export async function importWithStyles<T>(load: () => Promise<T>): Promise<T> {
  const before = [...failedStyles]
  failedStyles.clear()
  const heard = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failedStyles.add(target)
  }
  document.addEventListener('error', heard, true)
  try {
    await Promise.all(before.map(fetchAgain))
    const loaded = await load()
    if (failedStyles.size > 0) throw new Error('Unable to preload CSS')
    return loaded
  } finally {
    document.removeEventListener('error', heard, true)
  }
}

// Module state: links in the page's head.
const failedStyles = new Set<HTMLLinkElement>()

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement
  const settled = new Promise(resolve => {
    for (const event of ['load', 'error']) again.addEventListener(event, resolve)
  })
  link.replaceWith(again)
  return settled
}
