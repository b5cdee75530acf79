import type { Plugin } from 'vite'

/**
 * `width` is how wide our texts are in Nunito, in percent of their width in this font. From weight 800, it is
 * 1 % more than measured: a heading that Nunito enlarged would count as a later Largest Contentful Paint.
 */
const FACES: readonly [family: string, weights: string, width: number, ...names: string[]][] = [
  ['Arial', '200 599', 101.8, 'Arial', 'Liberation Sans'],
  ['Arial', '600 799', 98.6, 'Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
  ['Arial', '800 1000', 106, 'Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
  ['Roboto', '200 599', 102.3, 'Roboto'],
  ['Roboto', '600 799', 105.2, 'Roboto Bold', 'Roboto-Bold'],
  ['Roboto', '800 1000', 112.6, 'Roboto Bold', 'Roboto-Bold'],
  ['DejaVu', '200 599', 89.6, 'DejaVu Sans'],
  ['DejaVu', '600 799', 82.6, 'DejaVu Sans Bold', 'DejaVuSans-Bold'],
  ['DejaVu', '800 1000', 87.8, 'DejaVu Sans Bold', 'DejaVuSans-Bold'],
]

// Of Nunito, in percent.
const ASCENT = 101.1
const DESCENT = 35.3

/** Until Nunito has loaded, fonts of the device are scaled to its widths, so that nothing moves (rule HT93). */
export function fallbackFontsPlugin(): Plugin {
  return {
    name: 'dacapo:fallback-fonts',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/theme\/font\.css$/ },
      handler: code => ({ code: code + FACES.map(fontFace).join(''), map: null }),
    },
  }
}

function fontFace([family, weights, width, ...names]: (typeof FACES)[number]): string {
  // `size-adjust` scales these as well.
  const scaled = (percent: number) => `${((100 * percent) / width).toFixed(1)}%`
  return `@font-face {
    font-family: 'Nunito from ${family}';
    src: ${names.map(name => `local('${name}')`).join()};
    font-weight: ${weights};
    size-adjust: ${width}%;
    ascent-override: ${scaled(ASCENT)};
    descent-override: ${scaled(DESCENT)};
    line-gap-override: 0%;
  }\n`
}
