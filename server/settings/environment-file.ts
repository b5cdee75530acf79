import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Where an operator writes the settings down. */
export const ENVIRONMENT_FILE = resolve(import.meta.dirname, '../../.env')

/** Loads .env from the root of the checkout, if it exists. Variables that are already set keep their value. */
export function loadEnvironmentFile(): void {
  if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
}
