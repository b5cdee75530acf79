import { spawn } from 'node:child_process'
import { delimiter, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { ownNode, root } from './places.mjs'

const onWindows = process.platform === 'win32'

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const running = new Set()
let stopping = false

/**
 * Runs a command quietly in the checkout. Gives its exit code and everything it printed; code 127 when it could not
 * be started at all, 124 when it took longer than `minutes`. When this process is asked to stop meanwhile, the command
 * and everything it started are stopped first, and nothing returns.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, { env = process.env, minutes = 60 } = {}) {
  return new Promise(resolve => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const shell = command === 'npm' && onWindows
    /** @type {['ignore', 'pipe', 'pipe']} */
    const stdio = ['ignore', 'pipe', 'pipe']
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      detached: !onWindows,
      stdio,
    })
    const stop = watch(child)
    let output = ''
    child.stdout.setEncoding('utf8').on('data', text => (output += text))
    child.stderr.setEncoding('utf8').on('data', text => (output += text))
    let late = false
    const patience = setTimeout(() => {
      late = true
      stop('SIGKILL')
    }, minutes * 60_000).unref()
    child.on('error', error => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', code => {
      clearTimeout(patience)
      if (stopping) process.exit(130)
      // Some tools print colors whoever listens.
      const readable = process.stdout.isTTY ? output : stripVTControlCharacters(output)
      resolve({ code: late ? 124 : (code ?? 1), output: readable })
    })
  })
}

/**
 * Runs a command in the foreground, asks it to stop when this process is asked to, and gives its exit code
 * (128 and the signal's number when it did not end by itself).
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, options = { stdio: 'inherit' }) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, ...options })
    watch(child)
    child.on('error', error => {
      process.stderr.write(`${error.message}\n`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)))
  })
}

/**
 * Runs a server of ours in the foreground. It stands in a process group of its own: Ctrl-C reaches a whole group, and
 * once more by way of npm, but a server wants to hear exactly once that it shall stop, here and from here only.
 * @param {string[]} args
 */
export function runServer(args) {
  const withParent = ['--import', pathToFileURL(join(root, 'scripts/set-up/stop-with-parent.mjs')).href]
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  return runInForeground(ownNode, [...withParent, ...args], { detached: !onWindows, stdio })
}

/** The environment as it was before npm put node_modules/.bin in front of the PATH. */
export function environmentOutside() {
  const paths = (process.env.PATH ?? '').split(delimiter)
  return {
    ...process.env,
    PATH: paths.filter(path => !path.includes(`node_modules${sep}.bin`)).join(delimiter),
  }
}

/**
 * Sees to it that a command stops when this process is asked to; gives the way to stop it.
 * @param {import('node:child_process').ChildProcess} child
 */
function watch(child) {
  if (process.listenerCount('SIGTERM') === 0) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopEverything)
  }
  const stop = (/** @type {NodeJS.Signals} */ signal) => stopGroup(child, signal)
  running.add(stop)
  child.on('close', () => running.delete(stop))
  return stop
}

// Ctrl-C arrives here twice, from the terminal and from npm.
function stopEverything() {
  if (stopping) return
  stopping = true
  for (const stop of running) stop('SIGTERM')
}

/**
 * A command that leads a process group is stopped with all it started: npm, for one, leaves its own children behind.
 * @param {import('node:child_process').ChildProcess} child
 * @param {NodeJS.Signals} signal
 */
function stopGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
