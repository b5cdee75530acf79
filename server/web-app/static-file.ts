import type { ContentEncoding } from '#server/http/content-encoding.ts'

/** A file of the built web app, in memory in all available encodings. */
export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<ContentEncoding, Uint8Array<ArrayBuffer>>
  /** Headers of its own, such as the Content-Security-Policy of a page with inline code. */
  headers?: Readonly<Record<string, string>>
}
