import { cutOff, type keepWaiting, SYNC } from './trouble.ts'
import type { Visit } from './visit.ts'

// Where states of several screens begin.

export async function atAccount(visit: Visit, path = '/account') {
  await visit.musician.signIn()
  await visit.page.goto(path)
  await visit.button('account:logOut').waitFor()
}

export async function atFeedback(visit: Visit) {
  await atAccount(visit)
  await visit.press('navigation.feedback')
  await visit.field('feedback:label').waitFor()
}

/** Words to the operator are sent. */
export async function writeToUs(visit: Visit) {
  await atFeedback(visit)
  await visit.field('feedback:label').fill('The click is dry.')
  await visit.press('feedback:send')
}

/** Something was practiced that the server does not know of. */
export async function unsynced(visit: Visit, trouble: typeof cutOff | typeof keepWaiting = cutOff) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary()
  await visit.page.goto('/practice')
  await visit.press('practice:start')
  await visit.page.getByRole('slider').waitFor()
  await trouble(visit.page, SYNC)
  await visit.press('practice:step.next')
  await visit.see('practice:step.number', { step: 2, steps: 7 })
  await visit.press('practice:step.leave')
  await visit.button('practice:continue', { step: 2, steps: 7 }).waitFor()
}
