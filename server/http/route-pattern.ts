import type { Context as Exchange } from 'hono'
import { matchedRoutes } from 'hono/route'

/**
 * Returns the pattern of the route that answered, or `files`. The path itself may contain an id or an address, and would
 * make a time series of its own.
 */
export function routePatternOf(exchange: Exchange): string {
  const paths = matchedRoutes(exchange).map(({ path }) => path)
  return paths.findLast(path => !path.includes('*')) ?? 'files'
}
