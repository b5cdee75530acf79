import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { createEmptyStripeState } from './stripe-state.ts'
import type { StripeState } from './stripe-state.ts'

/**
 * Loads the data of the Stripe stand-in's last run from `file`, and returns it with a function that saves it. If
 * `file` is null, the data starts empty and `save` does nothing.
 */
export function openStateFile(file: string | null): { state: StripeState; save: () => void } {
  if (file === null) return { state: createEmptyStripeState(), save() {} }
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  return {
    state: { ...createEmptyStripeState(), ...readState(file) },
    save() {
      // Renames a complete file, so that a process that ends while writing leaves the previous one.
      writeFileSync(`${file}.new`, JSON.stringify(this.state), { mode: 0o600 })
      renameSync(`${file}.new`, file)
    },
  }
}

function readState(file: string): Partial<StripeState> {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Partial<StripeState>) : {}
}
