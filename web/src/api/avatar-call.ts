import { expectedUserHeader } from '#core/protocol/expected-user.ts'
import { requestAbortSignal } from './request-abort.ts'

const PATH = '/api/v1/account/avatar'
const TIME_OUT_MS = 20_000

// The types our server accepts from providers. Any other type comes from a captive portal.
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/**
 * Returns true if the URL of a picture points to our own server, which returns each user's picture only to that user.
 */
export const isOwnServerAvatar = (image: string): boolean => image.startsWith(`${PATH}?`)

/**
 * Downloads the user's own picture (GET /api/v1/account/avatar). Returns null if the download fails. Never rejects.
 *
 * @param image URL of the picture, relative to the server's address
 */
export async function getAvatar(image: string, userId: string): Promise<Blob | null> {
  const { signal, done } = requestAbortSignal(TIME_OUT_MS, true)
  try {
    const response = await fetch(image, {
      // The cookie may by now belong to another user, whose picture must not become this user's.
      headers: expectedUserHeader(userId),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    })
    return response.ok && TYPES.includes(response.headers.get('content-type') ?? '')
      ? await response.blob()
      : null
  } catch {
    return null
  } finally {
    done()
  }
}
