import { existsSync } from 'node:fs'
import { runQuietly } from '../set-up/child.mjs'

/**
 * Installs Debian packages. Returns false if the system is not Debian, the user is not root, or the installation
 * fails.
 */
export async function installWithApt(packages: readonly string[]): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log(`Installing from Debian: ${packages.join(', ')} …`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runQuietly('apt-get', ['update', '-qq'], { env, minutes: 5 })
  if (update.code !== 0) return false
  const install = ['install', '-y', '-qq', '--no-install-recommends', ...packages]
  return (await runQuietly('apt-get', install, { env, minutes: 10 })).code === 0
}
