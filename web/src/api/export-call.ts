import type { TableLanguage } from '#core/export-words.ts'
import { meantFor } from '#core/meant-for.ts'
import { isSigningOut } from './pending-sign-out.ts'

export type ExportFormat = 'json' | 'csv'

/** The file, or why there is none. */
export type ExportAnswer =
  | { readonly kind: 'file'; readonly file: Blob }
  | { readonly kind: 'offline' | 'signed-out' | 'too-many' | 'failed' }

// Long enough for many years of practice on a slow line.
const TIME_OUT_MS = 120_000

/**
 * Everything the server keeps of a user, as a file (GET /api/v1/account/export). The answer is a file and not a
 * document, so it does not go through `request`. Never rejects.
 */
export async function getExport(
  userId: string,
  format: ExportFormat,
  language: TableLanguage,
): Promise<ExportAnswer> {
  if (isSigningOut()) return { kind: 'signed-out' }
  try {
    const response = await fetch(`/api/v1/account/export?format=${format}&language=${language}`, {
      headers: meantFor(userId),
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    })
    if (response.status === 401) return { kind: 'signed-out' }
    if (response.status === 429) return { kind: 'too-many' }
    // A page in the server's name, as a hotel's network shows it, is no export.
    const isOurs = response.ok && response.headers.has('content-disposition')
    return isOurs ? { kind: 'file', file: await response.blob() } : { kind: 'failed' }
  } catch {
    return { kind: 'offline' }
  }
}
