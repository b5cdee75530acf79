import type { StaticFile } from './static-file.ts'

const WORKER = '/service-worker.js'

/**
 * Adds `headers`, the version of the security headers, to the service worker's script, and returns all built files.
 * The worker caches pages with their headers, and is updated only if its script changes. Without the version,
 * installed apps would never get changed headers (rule OF10).
 */
export function stampServiceWorker(
  headers: string,
  files: ReadonlyMap<string, StaticFile>,
): ReadonlyMap<string, StaticFile> {
  const worker = files.get(WORKER)
  const script = worker?.bodies.get('identity')
  if (worker === undefined || script === undefined) return files
  const told = Buffer.concat([Buffer.from(`self.policy = ${JSON.stringify(headers)};\n`), script])
  // Only uncompressed, because recompressing is not worth it for a few rarely fetched kilobytes.
  return new Map(files).set(WORKER, {
    ...worker,
    etag: `${worker.etag}-${headers}`,
    bodies: new Map([['identity', told]]),
  })
}
