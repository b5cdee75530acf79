import type { StaticFile } from './static-file.ts'

const WORKER = '/service-worker.js'

/**
 * Returns the built files, with `headers`, the version of the security headers, added to the service worker's script.
 * The worker caches pages with their headers, and a browser updates the worker only if its script changes. Without the
 * version, installed apps would therefore never get changed headers (rule OF10).
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
