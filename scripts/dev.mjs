import './set-up/node-20.mjs'
import { join } from 'node:path'
import { runServerProcess } from './set-up/child.mjs'
import { installIfNeeded } from './set-up/install.mjs'
import { root } from './set-up/paths.mjs'

// npm run dev: the server, restarted when its files change, and Vite in front of it, which updates a changed screen at
// once. Open the address that Vite prints; the server's own address shows the last build.
await installIfNeeded('start')
const server = runServerProcess(['--watch', '--watch-preserve-output', join(root, 'stand-ins/main.ts')])
const screens = runServerProcess([
  join(root, 'node_modules/vite/bin/vite.js'),
  'web',
  '--clearScreen',
  'false',
])
// Both are needed. An exit code of 128 and more means that they were stopped, which is the normal end.
const code = await Promise.race([server, screens])
process.exitCode = code < 128 ? code : 0
process.kill(process.pid, 'SIGTERM')
