let asked = false

/**
 * Asks the browser not to throw the library away when it runs out of room. Asked once, after
 * something worth keeping was saved: a browser that asks its user then has a reason to show. Never rejects.
 */
export async function askToKeepStorage(): Promise<void> {
  if (asked) return
  asked = true
  try {
    if (navigator.storage === undefined || (await navigator.storage.persisted())) return
    await navigator.storage.persist()
  } catch {
    // Not offered here. What is saved is still sent to the server as soon as possible.
  }
}
