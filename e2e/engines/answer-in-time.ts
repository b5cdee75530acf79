import { setTimeout as sleep } from 'node:timers/promises'

/** Milliseconds. */
const LONGEST_ANSWER_MS = 5_000

/**
 * Resolves to what a tab answers, or to the reason why it does not: it fails, for instance while another page is being
 * loaded, or it takes more than five seconds. WebKit once gave no answer for half a minute, while the other tab did.
 */
export const answerInTime = (answer: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    answer.catch((error: unknown) => `the page does not answer: ${String(error)}`),
    sleep(LONGEST_ANSWER_MS, 'the page has not answered in time', { ref: false }),
  ])
