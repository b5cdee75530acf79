import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { delimiter, join, sep } from 'node:path'
import { pathToFileURL } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { pinnedNodePath, root } from './paths.mjs'

const onWindows = process.platform === 'win32'

/** @type {Set<(signal: NodeJS.Signals) => void>} */
const stopFunctions = new Set()
let stopping = false

/**
 * Resolves to code 127 if the command could not be started, and to 124 if it took longer than `minutes`.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, minutes?: number }} options
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runAndCapture(command, args, { env = process.env, minutes = 60 } = {}) {
  return new Promise(resolve => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const shell = command === 'npm' && onWindows
    const child = spawn(command, args, {
      cwd: root,
      env,
      shell,
      detached: !onWindows,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const stop = stopWithThisProcess(child)
    let output = ''
    child.stdout?.setEncoding('utf8').on('data', text => (output += text))
    child.stderr?.setEncoding('utf8').on('data', text => (output += text))
    let late = false
    const timer = setTimeout(() => {
      late = true
      stop('SIGKILL')
    }, minutes * 60_000).unref()
    child.on('error', error => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', code => {
      clearTimeout(timer)
      if (stopping) process.exit(130)
      // Some tools print colors even if the output is not a terminal.
      const readable = process.stdout.isTTY ? output : stripVTControlCharacters(output)
      resolve({ code: late ? 124 : (code ?? 1), output: readable })
    })
  })
}

/**
 * Resolves to 127 if the command could not be started, and to 128 plus the signal's number if a signal ended it.
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions} options
 * @returns {Promise<number>}
 */
export function runInForeground(command, args, options = { stdio: 'inherit' }) {
  return new Promise(resolve => {
    const child = spawn(command, args, { cwd: root, ...options })
    stopWithThisProcess(child)
    child.on('error', error => {
      process.stderr.write(`${error.message}\n`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGTERM']))
  })
}

/**
 * Starts the server in a process group of its own. In a shared one, Ctrl-C would reach it several times: directly,
 * through npm and through this process.
 * @param {string[]} args the server's file and its arguments
 */
export function runServerProcess(args) {
  const withParent = ['--import', pathToFileURL(join(root, 'scripts/set-up/stop-with-parent.mjs')).href]
  /** @type {import('node:child_process').StdioOptions} */
  const stdio = ['ignore', 'inherit', 'inherit', 'ipc']
  return runInForeground(pinnedNodePath, [...withParent, ...args], { detached: !onWindows, stdio })
}

export function environmentWithoutNpmPath() {
  const paths = (process.env.PATH ?? '').split(delimiter)
  return {
    ...process.env,
    PATH: paths.filter(path => !path.includes(`node_modules${sep}.bin`)).join(delimiter),
  }
}

/** @param {import('node:child_process').ChildProcess} child */
function stopWithThisProcess(child) {
  if (process.listenerCount('SIGTERM') === 0) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopEverything)
  }
  const stop = stopGroup.bind(null, child)
  stopFunctions.add(stop)
  child.on('close', () => stopFunctions.delete(stop))
  return stop
}

// Ctrl-C arrives here twice, from the terminal and from npm.
function stopEverything() {
  if (stopping) return
  stopping = true
  for (const stop of stopFunctions) stop('SIGTERM')
}

/** @type {(child: import('node:child_process').ChildProcess, signal: NodeJS.Signals) => void} */
function stopGroup(child, signal) {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal)
  } catch {
    child.kill(signal)
  }
}
