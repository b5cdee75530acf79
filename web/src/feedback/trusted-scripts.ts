// The part of Trusted Types that we use; TypeScript does not declare it yet.
type Policy = { createScriptURL(url: string): string }
type Rules = { createScriptURL(url: string): string; createHTML?(html: string): string }
type Factory = { createPolicy(name: string, rules: Rules): Policy }

// Module state: a page may create a policy of one name once.
let policy: { origin: string; make: Policy } | null = null

/** Trusted Types need a policy. Ours allows all scripts of `address.origin`, because one may load another. */
export function createTrustedScriptSrcSetter(address: URL): (script: HTMLScriptElement) => void {
  const { trustedTypes } = window as { trustedTypes?: Factory }
  const isOurs = (url: string) => new URL(url, location.href).origin === address.origin
  const only = (url: string) => {
    if (!isOurs(url)) throw new TypeError(`${url} is no script of the widget`)
    return url
  }
  if (trustedTypes !== undefined && policy === null) {
    policy = { origin: address.origin, make: trustedTypes.createPolicy('dacapo', { createScriptURL: only }) }
    // The widget does not use our policies. Its markup can contain no script, because the header allows none inline.
    trustedTypes.createPolicy('default', { createScriptURL: only, createHTML: html => html })
  }
  return script => {
    script.src = policy === null ? address.href : policy.make.createScriptURL(address.href)
  }
}
