import { build } from 'vite'

/**
 * Bundles a module into one classic script, which runs without `type="module"`. `define` replaces names by values.
 * Returns the code.
 */
export async function bundleClassicScript(
  path: string,
  define: Record<string, string> = {},
): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define,
    build: { write: false, rolldownOptions: { input: path, output: { format: 'iife' } } },
  })
  const [output] = Array.isArray(result) ? result : [result]
  const [chunk] = output !== undefined && 'output' in output ? output.output : []
  if (chunk === undefined) throw new Error(`${path} could not be built`)
  return chunk.code
}
