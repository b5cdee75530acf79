/** Settings that are secret as a whole. */
const SECRET_NAMES = /SECRET|TOKEN|_KEY$/
/** Settings whose address may contain a password. */
const URL_NAMES = /_URL(_DIRECT)?$/

/**
 * Returns the secrets in the environment variables, so that they can be removed from printed texts: the values of
 * secret variables, and the passwords in URLs, both as written and decoded.
 */
export function findSecrets(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (SECRET_NAMES.test(name)) return [value]
    if (!URL_NAMES.test(name) || !URL.canParse(value)) return []
    const { password, searchParams } = new URL(value)
    return [password, decoded(password), searchParams.get('password') ?? '']
  })
}

/** A password with a lone percent sign is valid in a URL, but cannot be decoded. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password)
  } catch {
    return password
  }
}
