// Trusted types as far as we use them; TypeScript does not know them yet.
type Policy = { createScriptURL(url: string): string }
type Rules = { createScriptURL(url: string): string; createHTML?(html: string): string }
type Factory = { createPolicy(name: string, rules: Rules): Policy }

let policy: { origin: string; make: Policy } | null = null

/**
 * Gives a function that points a script element to this one address. What the loaded script fetches after that may
 * only come from the same origin; a browser that knows no trusted types goes by the Content-Security-Policy alone.
 */
export function trustScripts(address: URL): (script: HTMLScriptElement) => void {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  const isOurs = (url: string) => new URL(url, location.href).origin === address.origin
  const only = (url: string) => {
    if (!isOurs(url)) throw new TypeError(`${url} is no script of the widget`)
    return url
  }
  if (trustedTypes !== undefined && policy === null) {
    policy = { origin: address.origin, make: trustedTypes.createPolicy('dacapo', { createScriptURL: only }) }
    // The widget knows nothing of our policies. Markup from it can bring no script: the header allows none inline.
    trustedTypes.createPolicy('default', { createScriptURL: only, createHTML: html => html })
  }
  return script => {
    script.src = policy === null ? address.href : policy.make.createScriptURL(address.href)
  }
}
