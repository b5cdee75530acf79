import { beginRoutine } from './routines.ts'
import { abortRequests, type hangRequests, SYNC_URL } from './trouble.ts'
import type { Visit } from './visit.ts'

// Where states of several screens begin.

/** Signs in and opens the account screen. */
export async function openAccount(visit: Visit) {
  await visit.musician.signIn()
  await loadAccount(visit)
}

/**
 * Loads the account screen, or another path with the log-out button, into a page where the musician is signed in.
 * Nothing is left open, such as a toast.
 */
export async function loadAccount({ page, button }: Visit, path = '/account') {
  await page.goto(path)
  await button('account:logOut').waitFor()
}

/** Waits for the form of the sign-in screen and for what depends on the server's settings. */
export async function waitForSignIn(visit: Visit) {
  await visit.field('sign-in:email').waitFor()
  await visit.button('sign-in:social.google').waitFor()
}

/** Closes the open dialog with Escape. */
export async function closeDialog({ page, dialog }: Visit) {
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
}

/** Signs in and saves a tempo while the server cannot be reached, so that a change is waiting. */
export async function practiceUnsynced(
  visit: Visit,
  trouble: typeof abortRequests | typeof hangRequests = abortRequests,
) {
  await visit.musician.signIn()
  await saveUnsynced(visit, trouble)
}

/** Saves a tempo while the server cannot be reached, for a musician who is signed in and has no pieces yet. */
async function saveUnsynced(
  visit: Visit,
  trouble: typeof abortRequests | typeof hangRequests = abortRequests,
) {
  await visit.musician.fillLibrary()
  await visit.page.goto('/practice')
  await beginRoutine(visit)
  await trouble(visit.page, SYNC_URL)
  await visit.press('practice:step.next')
  await visit.see('practice:step.number', { step: 2, steps: 7 })
  await visit.press('practice:step.leave')
  await visit.button('practice:continue', { step: 2, steps: 7 }).waitFor()
}
