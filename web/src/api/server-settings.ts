import { useEffect, useState } from 'react'
import { getConfig } from '#core/protocol/operations.ts'
import { whileMounted } from '#web/concurrency/waiting.ts'
import { call, type ResponseOf, checkServerReachable } from './call.ts'

export type ServerSettings = ResponseOf<typeof getConfig>

/** The server's public settings; null while they load or if that failed. Screens must work without them. */
export const useServerSettings = (): ServerSettings | null => useServerSettingsIfLoaded() ?? null

/** Returns undefined while the settings load, and null if that failed. */
export function useServerSettingsIfLoaded(): ServerSettings | null | undefined {
  const [settings, setSettings] = useState<ServerSettings | null>()

  useEffect(() => whileMounted(loadServerSettings(), setSettings), [])
  return settings
}

// Module state: a cache of what the server tells every visitor alike.
let loading: Promise<ServerSettings | null> | null = null

/** Loads the settings once per page. After a failure, the next call tries again. */
export function loadServerSettings(): Promise<ServerSettings | null> {
  loading ??= call(getConfig, {}).then(answer => {
    if (answer.kind === 'answer') return answer.body
    loading = null
    return null
  })
  return loading
}

/** This path must not change, because installed apps look for updates there (spec 7). */
export const WORKER_SCRIPT_PATH = '/service-worker.js'

/**
 * True if our server no longer has the worker's script, so that the worker must be removed (OF2). A 404, 410,
 * redirect or other content type counts only if the server is reachable: it may be from a captive portal.
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
