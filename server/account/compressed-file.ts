import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/**
 * A gzip-compressed file in memory. `chunks` are its compressed bytes, and `gzipBytes` is their total number. `bytes`
 * is the length of the file without compression.
 */
export type CompressedFile = {
  readonly chunks: readonly Buffer[]
  readonly gzipBytes: number
  readonly bytes: number
}

/**
 * Joins texts into one file and compresses it with gzip. Compresses the texts while they are being generated, so that
 * the whole uncompressed file is never in memory (rule EX3). Rejects if `signal` is aborted.
 */
export async function createCompressedFile(
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

/** Returns the file as a stream for a response. If `encoding` is 'identity', decompresses it while sending. */
export function streamCompressedFile(
  { chunks }: CompressedFile,
  encoding: 'gzip' | 'identity',
): ReadableStream<Uint8Array> {
  const compressed = Readable.from(chunks)
  const sent = encoding === 'gzip' ? compressed : compressed.pipe(createGunzip())
  return Readable.toWeb(sent) as ReadableStream<Uint8Array>
}
