import { spawn } from 'node:child_process'
import { delimiter, sep } from 'node:path'
import { root } from './places.mjs'

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set()
let stopping = false

/**
 * Runs a command quietly in the checkout. Gives its exit code and everything it printed; code 127 when it could not
 * be started at all. When this process is asked to stop meanwhile, the command is stopped first and nothing returns.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runQuietly(command, args, env = process.env) {
  return new Promise(resolve => {
    // npm is a .cmd file on Windows, which only a shell can start.
    const shell = command === 'npm' && process.platform === 'win32'
    const child = watched(spawn(command, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] }))
    let output = ''
    child.stdout.setEncoding('utf8').on('data', text => (output += text))
    child.stderr.setEncoding('utf8').on('data', text => (output += text))
    child.on('error', error => resolve({ code: 127, output: `${output}${error.message}\n` }))
    child.on('close', code => {
      if (stopping) process.exit(130)
      resolve({ code: code ?? 1, output })
    })
  })
}

/**
 * Runs a command in the foreground, asks it to stop when this process is asked to, and gives its exit code
 * (128 and the signal's number when it did not end by itself). The command has an IPC channel to this process and so
 * can notice when this process dies without a word.
 * @param {string} command
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function runInForeground(command, args) {
  return new Promise(resolve => {
    const child = watched(
      spawn(command, args, { cwd: root, stdio: ['inherit', 'inherit', 'inherit', 'ipc'] }),
    )
    child.on('error', error => {
      process.stderr.write(`${error.message}\n`)
      resolve(127)
    })
    child.on('exit', (code, signal) => resolve(code ?? 128 + (signal === 'SIGKILL' ? 9 : 15)))
  })
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
 * @template {import('node:child_process').ChildProcess} Child
 * @param {Child} child
 * @returns {Child}
 */
function watched(child) {
  if (process.listenerCount('SIGTERM') === 0) {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stopChildren)
  }
  running.add(child)
  child.on('close', () => running.delete(child))
  return child
}

// Ctrl-C arrives twice here, from the terminal and from npm, and the children have heard the terminal themselves:
// one request to stop is enough.
function stopChildren() {
  if (stopping) return
  stopping = true
  for (const child of running) child.kill('SIGTERM')
}
