import type { ContentEncoding } from '#server/http/content-encoding.ts'

/** A file of the built web app, held in memory in all available encodings. `type` is its content type. */
export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<ContentEncoding, Uint8Array<ArrayBuffer>>
  /** Additional headers for this file, such as the Content-Security-Policy of a page with inline code. */
  headers?: Readonly<Record<string, string>>
}
