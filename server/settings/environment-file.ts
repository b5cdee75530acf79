import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Path of the .env file with the operator's settings. */
export const ENVIRONMENT_FILE = resolve(import.meta.dirname, '../../.env')

/** Loads the .env file at the root of the checkout, if it exists. Variables that are set already keep their value. */
export function loadEnvironmentFile(): void {
  if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
}
