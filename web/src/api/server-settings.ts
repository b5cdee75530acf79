import { useEffect, useState } from 'react'
import { getConfig } from '#core/protocol/operations.ts'
import { call, type ResponseOf, checkServerReachable } from './call.ts'

export type ServerSettings = ResponseOf<typeof getConfig>

/**
 * The settings of the external feedback widget: the URL of its script, and the ids of its forms. There is one form for
 * each place from which it is opened, in each language.
 */
export type FeedbackWidget = NonNullable<ServerSettings['widget']>

/**
 * Returns the server's public settings, or null while they are loading and after loading has failed. Screens must work
 * without them.
 */
export const useServerSettings = (): ServerSettings | null => useServerSettingsStatus() ?? null

/** Returns the server's public settings. Returns undefined while they load, and null if loading has failed. */
export function useServerSettingsStatus(): ServerSettings | null | undefined {
  const [settings, setSettings] = useState<ServerSettings | null>()

  useEffect(() => {
    let isGone = false
    void loadServerSettings().then(loaded => {
      if (!isGone) setSettings(loaded)
    })
    return () => {
      isGone = true
    }
  }, [])

  return settings
}

// Module state: a cache of what the server tells every visitor alike.
let loading: Promise<ServerSettings | null> | null = null

/**
 * Loads the server's public settings. Later calls on the same page return the same result. Resolves to null if loading
 * fails. A failure is not cached, so that the next screen tries again.
 */
export function loadServerSettings(): Promise<ServerSettings | null> {
  loading ??= call(getConfig, {}).then(answer => {
    if (answer.kind === 'answer') return answer.body
    loading = null
    return null
  })
  return loading
}

/** URL path of the service worker's script. Installed apps look for updates there (spec 7). */
export const WORKER_SCRIPT_PATH = '/service-worker.js'

/**
 * Resolves to true if our server has removed the service worker's script, so that an installed worker must be removed,
 * too (rule OF2). The server then responds with 404, 410, a redirect or another content type. Server errors, network
 * failures and captive portals do not count.
 */
export async function isWorkerScriptGone(): Promise<boolean> {
  try {
    const answer = await fetch(WORKER_SCRIPT_PATH, { cache: 'no-store', redirect: 'manual' })
    return isMissing(answer) && (await checkServerReachable())
  } catch {
    return false
  }
}

const isMissing = ({ type, status, ok, headers }: Response) =>
  type === 'opaqueredirect' ||
  status === 404 ||
  status === 410 ||
  (ok && !/javascript/.test(headers.get('content-type') ?? ''))
