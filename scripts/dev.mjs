import './set-up/node-20.mjs'
import { join } from 'node:path'
import { runServer } from './set-up/child.mjs'
import { installWhatIsMissing } from './set-up/install.mjs'
import { root } from './set-up/places.mjs'

// npm run dev: the server, restarted when its files change, and in front of it Vite, which shows a changed screen at
// once. Open the address that Vite prints; the server's own address shows the screens as they were last built.
await installWhatIsMissing()
const server = runServer(['--watch', '--watch-preserve-output', join(root, 'server/main.ts')])
const screens = runServer([join(root, 'node_modules/vite/bin/vite.js'), 'web', '--clearScreen', 'false'])
// Either of them alone is of no use. Being stopped (128 and more) is how this ends when all is well.
const code = await Promise.race([server, screens])
process.exitCode = code < 128 ? code : 0
process.kill(process.pid, 'SIGTERM')
