import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** A file that is held compressed with gzip, and its length in bytes, compressed and not. */
export type CompressedFile = {
  readonly chunks: readonly Buffer[]
  readonly gzipBytes: number
  readonly bytes: number
}

/** Compresses texts while they are produced, so that never more than one of them is held as it is (rule EX3). */
export async function compressFile(
  texts: () => AsyncIterable<string>,
  signal: AbortSignal,
): Promise<CompressedFile> {
  const chunks: Buffer[] = []
  let [bytes, gzipBytes] = [0, 0]
  await pipeline(
    async function* () {
      for await (const text of texts()) {
        const encoded = Buffer.from(text)
        bytes += encoded.length
        yield encoded
      }
    },
    createGzip(),
    async (compressed: AsyncIterable<Buffer>) => {
      for await (const chunk of compressed) {
        chunks.push(chunk)
        gzipBytes += chunk.length
      }
    },
    { signal },
  )
  return { chunks, gzipBytes, bytes }
}

/** Returns the file as a response sends it: as it is held, or decompressed while it is sent. */
export function readCompressedFile(
  { chunks }: CompressedFile,
  encoding: 'gzip' | 'identity',
): ReadableStream<Uint8Array> {
  const compressed = Readable.from(chunks)
  const sent = encoding === 'gzip' ? compressed : compressed.pipe(createGunzip())
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>
}
