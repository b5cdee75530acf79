import type { StaticFile } from './static-files.ts'

const WORKER = '/service-worker.js'

/**
 * Tells the service worker which headers its page comes with. It keeps the page with them, and a browser asks for the
 * page again only when the worker's script has changed: without this word a policy that became stricter, or lets a
 * widget in, would never reach whoever has the app on their device (rule OF10).
 */
export function workerKnowing(
  headers: string,
  files: ReadonlyMap<string, StaticFile>,
): ReadonlyMap<string, StaticFile> {
  const worker = files.get(WORKER)
  const script = worker?.bodies.get('identity')
  if (worker === undefined || script === undefined) return files
  const told = Buffer.concat([Buffer.from(`self.policy = ${JSON.stringify(headers)};\n`), script])
  // Not the compressed ones: they would have to be made again, for a few kilobytes that are seldom fetched.
  return new Map(files).set(WORKER, {
    ...worker,
    etag: `${worker.etag}-${headers}`,
    bodies: new Map([['identity', told]]),
  })
}
