import type { Plugin } from 'vite'

/** Preloads the font whose path contains `name`. Otherwise it loads only at the first layout, and text shifts. */
export function fontPreloadPlugin(name: string): Plugin {
  return {
    name: 'dacapo:font-preload',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const file = Object.keys(bundle ?? {}).find(path => path.includes(name) && path.endsWith('.woff2'))
        if (file === undefined) throw new Error(`The build has no font named ${name}: see src/theme/font.css`)
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${file}`, crossorigin: '' }
        return [{ tag: 'link', attrs, injectTo: 'head' }]
      },
    },
  }
}
