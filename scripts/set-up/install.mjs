import { environmentOutside, runQuietly } from './child.mjs'
import { stampInstallation, stateOfInstallation } from './installation.mjs'
import { alone } from './lock.mjs'
import { ownNode, root } from './places.mjs'
import { giveUp, say } from './say.mjs'

/**
 * Installs exactly what package-lock.json names, unless that is there already.
 * When npm fails, shows what it said and ends the process.
 */
export async function installWhatIsMissing() {
  if (stateOfInstallation(root).kind === 'incomplete') await alone(install)
  try {
    stampInstallation(root)
  } catch {
    // A checkout that cannot be written starts a few milliseconds later each time; that is no reason not to start.
  }
}

async function install() {
  // Another process may have installed while this one waited.
  if (stateOfInstallation(root).kind === 'complete') return
  say('Installing the packages (once, about a minute) …')
  const { code, output } = await npmInstall()
  if (code !== 0)
    giveUp(output, `The packages could not be installed (npm ended with ${code}); npm says why above.`)
  const test = await runQuietly(ownNode, ['--version'])
  if (test.code !== 0)
    giveUp(test.output, `The package "node" was installed, but ${ownNode} does not run here.`)
}

// Not `npm ci`: it refuses a lockfile without the packages for every machine there is (docs/decisions/0004). With
// --no-save, `npm install` takes the same versions from the lockfile and writes neither it nor package.json.
// npm's warnings are left out: they speak of the age of packages nobody here chose, and of the version of a Node on
// which nothing will run. Development packages are named because NODE_ENV=production would leave them out.
const npm = [
  'install',
  '--no-save',
  '--include=dev',
  '--loglevel=error',
  '--no-fund',
  '--no-audit',
  '--no-progress',
]

async function npmInstall() {
  // A download that stalls makes npm wait for ever. Trying again takes up what has already arrived.
  for (const minutes of [5, 10]) {
    // npm must not run on the very Node it may replace, so node_modules/.bin is not on its PATH.
    const result = await runQuietly('npm', npm, { env: environmentOutside(), minutes })
    if (result.code !== 124) return result
    say('That takes long; trying again …')
  }
  return { code: 124, output: 'npm was stopped: its downloads did not come to an end.' }
}
