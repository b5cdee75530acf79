import type { Reporter } from 'vitest/node'
import { sendProgress } from './progress-message.ts'

/** Vitest reporter that sends `npm test` the number of finished test files. */
class VitestProgress implements Reporter {
  #done = 0
  #all = 0

  onTestRunStart(specifications: readonly unknown[]) {
    this.#all = specifications.length
    this.#send()
  }

  onTestModuleEnd() {
    this.#done += 1
    this.#send()
  }

  #send() {
    sendProgress({ done: this.#done, of: this.#all, unit: 'files' })
  }
}

// Vitest requires a default export.
export default VitestProgress
