import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

/** Path of the .env file with the operator's settings. */
export const ENVIRONMENT_FILE = resolve(import.meta.dirname, '../../.env')

/**
 * Loads environment variables from the .env file of the project, if it exists. Does not replace variables that are
 * already set.
 */
export function loadEnvironmentFile(): void {
  if (existsSync(ENVIRONMENT_FILE)) process.loadEnvFile(ENVIRONMENT_FILE)
}
