import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { isSignOutPending } from './pending-sign-out.ts'
import { requestAbortSignal } from './request-abort.ts'

/** The file format of an export, JSON or CSV. */
export type ExportFormat = 'json' | 'csv'

/**
 * The exported file, or the reason why the export failed. 'too-many' means that the user has sent too many requests and has to
 * wait for `seconds`.
 */
export type ExportResult =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'offline' | 'signed-out' | 'failed' }
  | { readonly kind: 'too-many'; readonly seconds: number }

// Long enough for many years of practice over a slow connection.
const TIME_OUT_MS = 120_000

/**
 * Downloads all data that the server stores about the user (GET /api/v1/account/export). Never rejects. Does not use
 * `requestApi`, because that parses the response as JSON, and this response is a file.
 *
 * @param onBytes called repeatedly with the number of bytes received so far
 */
export async function getExport(
  userId: string,
  format: ExportFormat,
  language: string,
  onBytes: (bytes: number) => void,
): Promise<ExportResult> {
  if (isSignOutPending()) return { kind: 'signed-out' }
  const { signal, done } = requestAbortSignal(TIME_OUT_MS, true)
  try {
    const response = await fetch(`/api/v1/account/export?format=${format}&language=${language}`, {
      headers: expectedUserHeader(userId),
      cache: 'no-store',
      redirect: 'error',
      signal,
    })
    if (response.status === 401) return { kind: 'signed-out' }
    if (response.status === 429)
      return { kind: 'too-many', seconds: Number(response.headers.get('retry-after')) || 60 }
    // A captive portal's page, which answers in the server's name, is no export.
    const isOurs = response.ok && response.headers.has('content-disposition')
    return isOurs ? { kind: 'file', file: await readFile(response, onBytes) } : { kind: 'failed' }
  } catch {
    return { kind: 'offline' }
  } finally {
    done()
  }
}

function readFile({ body, headers }: Response, onBytes: (bytes: number) => void): Promise<Blob> {
  let bytes = 0
  const counting = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, counted) {
      bytes += chunk.length
      onBytes(bytes)
      counted.enqueue(chunk)
    },
  })
  return new Response(body && body.pipeThrough(counting), { headers }).blob()
}
