import type { FullConfig, Reporter, Suite } from '@playwright/test/reporter'
import { sendProgress } from './progress-message.ts'

/** Playwright reporter that sends `npm test` the number of finished browser tests. */
class PlaywrightProgress implements Reporter {
  #done = 0
  #all = 0

  onBegin(_config: FullConfig, suite: Suite) {
    this.#all = suite.allTests().length
    this.#send()
  }

  onTestEnd() {
    this.#done += 1
    this.#send()
  }

  printsToStdio() {
    return false
  }

  #send() {
    sendProgress({ done: this.#done, of: this.#all, unit: 'tests' })
  }
}

// Playwright requires a default export.
export default PlaywrightProgress
