import type { Plugin } from 'vite'

// Later layers win: a screen beats the kit, the kit beats the base.
const ORDER = '@layer reset, tokens, base, kit, screens;\n'

/**
 * Declares the order of the cascade layers in every style file, because the first declaration counts and any file may
 * load first.
 */
export function cascadeLayersPlugin(): Plugin {
  return {
    name: 'dacapo:layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler(code, id) {
        const layer = /\/src\/(kit|billing)\//.test(id) ? 'kit' : 'screens'
        const isModule = id.endsWith('.module.css')
        return { code: ORDER + (isModule ? `@layer ${layer} {\n${code}}` : code), map: null }
      },
    },
  }
}
