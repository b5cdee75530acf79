import { meantFor } from '#core/meant-for.ts'

const PATH = '/api/v1/account/avatar'
const TIME_OUT_MS = 20_000

// What our server takes from providers; anything else is a page that answers in its name.
const TYPES = ['image/png', 'image/jpeg', 'image/webp']

/** Whether a user's picture lies on our server, for its owner only. */
export const isAvatarOfOurs = (image: string): boolean => image.startsWith(`${PATH}?`)

/** Fetches the user's own picture (GET /api/v1/account/avatar); null where it cannot be had. Never rejects. */
export async function getAvatar(image: string, userId: string): Promise<Blob | null> {
  try {
    const response = await fetch(image, {
      // The browser's cookie may be somebody else's by now, whose picture must not become this user's.
      headers: meantFor(userId),
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: AbortSignal.timeout(TIME_OUT_MS),
    })
    return response.ok && TYPES.includes(response.headers.get('content-type') ?? '')
      ? await response.blob()
      : null
  } catch {
    return null
  }
}
