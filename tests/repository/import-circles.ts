import type { SourceFile } from './source-files.ts'

/**
 * Returns the import circles among these files: each as the sorted paths of all files that reach each other (the strongly
 * connected components of Tarjan's algorithm, SIAM J. Comput. 1972). Imports of types and dynamic imports count.
 */
export function importCircles(files: readonly SourceFile[]): string[][] {
  const importsOf = new Map(
    files.map(({ path, imports }) => [path, imports.flatMap(({ file }) => (file === null ? [] : [file]))]),
  )
  const order = new Map<string, number>()
  const stack: string[] = []
  const circles: string[][] = []

  function visit(path: string): number {
    const index = order.size
    order.set(path, index)
    let low = index
    stack.push(path)
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue
      if (!order.has(next)) low = Math.min(low, visit(next))
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low)
    }
    if (low === index) {
      const circle = stack.splice(stack.indexOf(path))
      if (circle.length > 1) circles.push(circle.toSorted())
    }
    return low
  }

  for (const path of importsOf.keys()) if (!order.has(path)) visit(path)
  return circles
}
