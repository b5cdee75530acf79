import type { Plugin } from 'vite'

// Later layers win: a screen beats the kit, the kit beats the base.
const ORDER = '@layer reset, tokens, base, kit, screens;\n'

/**
 * Returns a Vite plugin that declares the order of the CSS cascade layers at the top of every style file. The first
 * declaration that the browser reads determines the order, and any style file may load first.
 */
export function layerOrder(): Plugin {
  return {
    name: 'dacapo:layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: code => ({ code: ORDER + code, map: null }),
    },
  }
}
