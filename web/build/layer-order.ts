import type { Plugin } from 'vite'

// Later layers win: a screen beats the kit, the kit beats the base.
const ORDER = '@layer reset, tokens, base, kit, screens;\n'

/**
 * Declares the order of the cascade layers at the top of every style file, because the first declaration that the
 * browser reads counts, and any file may load first.
 */
export function layerOrderPlugin(): Plugin {
  return {
    name: 'dacapo:layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/.*\.css$/ },
      handler: code => ({ code: ORDER + code, map: null }),
    },
  }
}
