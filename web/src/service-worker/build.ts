/** Constants that the build replaces in the worker's source (web/build/service-worker.ts). */
declare const BUILD: string
declare const FILES: readonly BuiltFile[]

/**
 * One file of the build. `integrity` is the SHA-256 hash of its content, with which a fetch detects a changed file. It
 * is absent for files in /assets/, whose names contain a hash already.
 */
export type BuiltFile = { readonly path: string; readonly integrity?: string }

/** All files that the app needs to start offline (rule OF3). */
export const BUILD_FILES: readonly BuiltFile[] = FILES

/** Common prefix of the names of all caches that contain a build of the app. Each build has a cache of its own. */
export const CACHE_PREFIX = 'dacapo files '

// The server prepends this constant to the script. Headers are cached with the page, so another policy needs another
// cache.
const { policy = '' } = globalThis as { policy?: string }

/** Name of the cache that contains the files of the service worker's own build. */
export const buildCacheName = `${CACHE_PREFIX}${BUILD} ${policy}`
