/** What a build tells its worker: web/build/service-worker.ts puts it in the place of these two names. */
declare const BUILD: string
declare const FILES: readonly BuiltFile[]

/** One file of the build. What has no hash in its name brings that of its content, as `integrity` is written. */
export type BuiltFile = { readonly path: string; readonly integrity?: string }

/** Everything the app needs to start without a network (rule OF4). */
export const files: readonly BuiltFile[] = FILES

/** How the names of all caches with files of a build begin. */
export const CACHES = 'dacapo files '

// The server puts this word before the script: headers are kept with the page, so another policy is another cache.
const { policy = '' } = globalThis as { policy?: string }

/** The name of the cache with the files of this build. */
export const cacheName = `${CACHES}${BUILD} ${policy}`
