import { parseKeyValuePairs } from '#server/settings/key-value-pairs.ts'

/** Settings that are secret as a whole. */
const SECRET_NAMES = /SECRET|TOKEN|_KEY$/
/** Settings with HTTP headers, each of whose values is secret. */
const HEADER_NAMES = /_HEADERS$/
/** Settings whose address may contain a password. */
const URL_NAMES = /_URL(_DIRECT)?$|_ENDPOINT$/

/**
 * Returns the secrets in the environment variables, so that they can be removed from printed texts: the values of
 * secret variables, the values of HTTP headers, and the passwords in URLs, both as written and decoded.
 */
export function findSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (SECRET_NAMES.test(name)) return [value]
    if (HEADER_NAMES.test(name)) return [value, ...headerValues(value)]
    if (!URL_NAMES.test(name) || !URL.canParse(value)) return []
    const { password, searchParams } = new URL(value)
    return [password, decoded(password), searchParams.get('password') ?? '']
  })
}

/** Each value as a whole, and the part after the authentication scheme: the token of `Bearer <token>`. */
const headerValues = (setting: string): string[] =>
  Object.values(parseKeyValuePairs(setting) ?? {}).flatMap(value => [value, value.split(' ').at(-1) ?? ''])

/** A password with a lone percent sign is valid in a URL, but cannot be decoded. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}
