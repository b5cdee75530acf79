import type { Context as Exchange } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * Returns the pattern of the route that answered a request, such as `/pieces/:id`, or `files` for static files.
 * Metrics use it instead of the path, because a path may contain an id, and each id would create a metric of its own.
 */
export function routePatternOf(exchange: Exchange): string {
  const paths = matchedRoutes(exchange).map(({ path }) => path)
  return paths.findLast(path => !path.includes('*')) ?? 'files'
}
