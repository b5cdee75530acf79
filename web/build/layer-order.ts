import type { Plugin } from 'vite'

// Later layers win: a screen beats the kit, the kit beats the base.
const ORDER = '@layer reset, tokens, base, kit, screens;\n'

/**
 * Returns a plugin that declares the order of the cascade layers at the top of every style file. The first declaration
 * fixes the order, and the chunking decides which file loads first.
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
