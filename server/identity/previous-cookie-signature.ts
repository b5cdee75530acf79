import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import type { Configuration } from '#server/settings/configuration.ts'

type Secrets = Pick<Configuration, 'secret' | 'previousSecret'>

/**
 * Replaces the signature of a cookie in this request by one with the current SECRET if the cookie was signed with the
 * previous SECRET, so that changing the secret signs nobody out (rule ID31). Leaves cookies with other signatures
 * unchanged.
 */
export async function acceptPreviousCookieSignature(
  request: Request,
  name: string,
  secrets: Secrets,
): Promise<void> {
  const header = request.headers.get('cookie')
  if (secrets.previousSecret === null || header === null) return
  const value = (await parseSigned(header, secrets.previousSecret, name))[name]
  if (typeof value !== 'string') return
  const [signed = ''] = (await serializeSigned(name, value, secrets.secret)).split(';', 1)
  const others = header.split(';').filter(cookie => !cookie.trim().startsWith(`${name}=`))
  request.headers.set('cookie', [...others.map(cookie => cookie.trim()), signed].join('; '))
}
