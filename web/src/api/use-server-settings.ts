import { useEffect, useState } from 'react'
import { isObject, request, textOrNull } from './request.ts'

/** What this server is set up for, as far as a screen must know (GET /api/v1/config). No secrets. */
export type ServerSettings = {
  /** Whether mails are kept at /dev/mailbox instead of being sent. */
  readonly mailbox: boolean
  readonly operator: {
    readonly name: string | null
    readonly address: string | null
    readonly email: string | null
  }
  /** The host that usage figures are shared with by whoever agrees; null where there is none. */
  readonly sink: string | null
}

/** The settings of the server, or null until they are known; nothing on a screen may depend on them alone. */
export function useServerSettings(): ServerSettings | null {
  const [settings, setSettings] = useState<ServerSettings | null>(null)

  useEffect(() => {
    let isGone = false
    void load().then(loaded => {
      if (!isGone) setSettings(loaded)
    })
    return () => {
      isGone = true
    }
  }, [])

  return settings
}

let loading: Promise<ServerSettings | null> | null = null

/** Asks once per visit; a failure is not kept, so that the next screen asks again. */
function load(): Promise<ServerSettings | null> {
  loading ??= request('GET', '/api/v1/config').then(answer => {
    if (answer.kind === 'answer') return parseServerSettings(answer.body)
    loading = null
    return null
  })
  return loading
}

/** Reads the answer; what is not there counts as not set up. */
export function parseServerSettings(body: unknown): ServerSettings {
  const { mailbox, operator, analytics } = isObject(body) ? body : {}
  const { name, address, email } = isObject(operator) ? operator : {}
  return {
    mailbox: mailbox === true,
    operator: { name: textOrNull(name), address: textOrNull(address), email: textOrNull(email) },
    sink: isObject(analytics) ? textOrNull(analytics['sink']) : null,
  }
}
