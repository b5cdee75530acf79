/** The claims of Google's id token that tell whether it was made for us. */
type Claims = { readonly iss: string; readonly aud: string; readonly exp: number }

const ISSUERS: ReadonlySet<string> = new Set(['https://accounts.google.com', 'accounts.google.com'])

/**
 * Throws unless an id token was issued by Google for this server's OAuth client and has not expired (rule ID38).
 * Better Auth does not check this. `check.issuer` is false on a development machine, where a local replacement of
 * Google issues the tokens.
 */
export function assertGoogleToken(claims: Claims, clientId: string, check: { issuer: boolean; now: number }) {
  const fault = faultOf(claims, clientId, check)
  if (fault !== null) throw new Error(`an id token of Google was refused: ${fault}`)
}

function faultOf(
  { iss, aud, exp }: Claims,
  clientId: string,
  { issuer, now }: { issuer: boolean; now: number },
) {
  if (issuer && !ISSUERS.has(iss)) return 'another issuer'
  if (aud !== clientId) return 'another audience'
  return exp * 1000 > now ? null : 'expired'
}
