import { join } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { pinnedNodePath, root } from './set-up/paths.mjs'
import { provideChromium } from './test/browser.ts'

// npm run check starts this for browser tests: it runs Playwright on the given files or folders.
const trouble = await provideChromium()
if (trouble !== null) console.error(trouble)
const playwright = join(root, 'node_modules/@playwright/test/cli.js')
process.exitCode =
  trouble === null ? await runInForeground(pinnedNodePath, [playwright, 'test', ...process.argv.slice(2)]) : 1
