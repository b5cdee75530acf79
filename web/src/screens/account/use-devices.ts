import { useEffect, useReducer, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { signOutDevices, getDevices, type DeviceResponse } from '#web/api/account-calls.ts'
import { showError, showSuccess } from '#web/kit/toast/show-toast.tsx'

/** A device on which the user is signed in. Times are in milliseconds since 1970. */
export type SignedInDevice = DeviceResponse
/** The devices on which the user is signed in. 'offline' and 'failed' mean that they could not be loaded. */
export type DevicesState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'offline' | 'failed' }
  | { readonly kind: 'listed'; readonly devices: readonly SignedInDevice[] }

/**
 * What is currently being signed out: one device, given by its `id`; 'others' for all devices except this one; or
 * null for nothing.
 */
export type SignOutTarget = { readonly id: string } | 'others' | null

/**
 * Returns the devices on which the user is signed in, and functions that load the list again and sign out one device or
 * all others.
 *
 * @param onEnded called after one device or all others were signed out and removed from the list
 */
export function useDevices(userId: string, onEnded: () => void) {
  const { t } = useTranslation('account')
  const { t: common } = useTranslation()
  const [state, setState] = useState<DevicesState>({ kind: 'loading' })
  const [ending, setEnding] = useState<SignOutTarget>(null)

  const [attempt, loadAgain] = useReducer((count: number) => count + 1, 0)

  useEffect(() => {
    // An answer that comes after a later request was sent must not replace its answer.
    let isOutdated = false
    void listed(userId).then(answer => {
      if (!isOutdated) setState(answer)
    })
    window.addEventListener('online', loadAgain)
    return () => {
      isOutdated = true
      window.removeEventListener('online', loadAgain)
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- every attempt loads again
  }, [userId, attempt])

  function reload() {
    setState({ kind: 'loading' })
    loadAgain()
  }

  async function end(which: Exclude<SignOutTarget, null>) {
    setEnding(which)
    const ended = await signOutDevices(userId, which === 'others' ? null : which.id)
    setEnding(null)
    if (ended.kind === 'problem' && ended.code === 'fresh-session-required')
      return showError(t('devices.signInAgain'))
    if (ended.kind !== 'done')
      return showError(ended.kind === 'offline' ? common('toast.offline') : common('toast.error'))
    setState(known => without(known, which))
    onEnded()
    showSuccess(which === 'others' ? t('devices.othersEnded') : t('devices.ended'))
  }

  return { state, ending, reload, end: (which: Exclude<SignOutTarget, null>) => void end(which) }
}

async function listed(userId: string): Promise<DevicesState> {
  const answer = await getDevices(userId)
  if (answer.kind === 'devices') return { kind: 'listed', devices: answer.devices }
  return { kind: answer.kind === 'offline' ? 'offline' : 'failed' }
}

function without(state: DevicesState, ended: Exclude<SignOutTarget, null>): DevicesState {
  if (state.kind !== 'listed') return state
  const stays = ({ id, current }: SignedInDevice) => (ended === 'others' ? current : id !== ended.id)
  return { kind: 'listed', devices: state.devices.filter(stays) }
}
