import type { Encoding } from '#server/http/content-encoding.ts'

/** A built file in its available encodings. */
export type StaticFile = {
  type: string
  etag: string
  bodies: ReadonlyMap<Encoding, Uint8Array<ArrayBuffer>>
}
