import { useEffect, useState } from 'react'
import { getConfig } from '#core/protocol/operations.ts'
import { thenWhileMounted } from '#web/concurrency/waiting.ts'
import { call, type ResponseOf, checkServerReachable } from './call.ts'

export type ServerSettings = ResponseOf<typeof getConfig>

/** Returns null while the settings load, and if loading them failed. */
export const useServerSettingsOrNull = (): ServerSettings | null => useServerSettingsIfLoaded() ?? null

/** Returns undefined while the settings load, and null if loading them failed. */
export function useServerSettingsIfLoaded(): ServerSettings | null | undefined {
  const [settings, setSettings] = useState<ServerSettings | null>()

  useEffect(() => thenWhileMounted(loadServerSettings(), setSettings), [])
  return settings
}

// Module state: a cache of what the server tells every visitor alike.
let loading: Promise<ServerSettings | null> | null = null

/** Returns null if loading fails; the next call then tries again. A success is cached. */
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

/** A 404 or redirect may come from a captive portal, so it counts only if our server is reachable (OF2). */
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
