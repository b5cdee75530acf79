import type { Plugin } from 'vite'

/** The module around which Vite builds every import() of the web app, and the function in it. */
const PRELOADER = /^\0vite\/preload-helper\.js$/
const EXPORT = 'export const __vitePreload ='

/**
 * Returns a Vite plugin that makes every import() survive the back/forward cache (rule UI74).
 *
 * @param path the path of the module with `importAgainOnReturn`
 */
export function lastingImports(path: string): Plugin {
  let isDone = false
  return {
    name: 'dacapo:lasting-imports',
    apply: 'build',
    transform: {
      filter: { id: PRELOADER },
      handler(code) {
        if (!code.includes(EXPORT)) throw new Error(`Vite's ${EXPORT} is missing: has it been renamed?`)
        isDone = true
        const inside = code.replace(EXPORT, 'const preload =')
        return {
          // A style sheet that was still loading arrives without being waited for again.
          code: `import { importAgainOnReturn } from ${JSON.stringify(path)}
            ${inside}
            ${EXPORT} (load, files, from) => importAgainOnReturn(() => preload(load, files, from), load)`,
          map: null,
        }
      },
    },
    buildEnd(error) {
      if (error === undefined && !isDone) throw new Error('Vite has not wrapped any import()')
    },
  }
}
