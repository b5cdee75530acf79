import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import type { Configuration } from '#server/settings/configuration.ts'

type Secrets = Pick<Configuration, 'secret' | 'previousSecret'>

/**
 * Signs the cookie `name` of this request with the current SECRET if it was signed with the previous SECRET.
 * Without this, changing SECRET would sign everybody out (rule ID31). Leaves a cookie with any other signature
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
