import { afterEach, expect, test, vi } from 'vitest'
import { createAppServices } from '#web/app/create-app-services.ts'
import { redeemSignInLinkOnce } from './redeem-sign-in-link-once.ts'

vi.stubGlobal('document', new EventTarget())
vi.stubGlobal('window', new EventTarget())
const { identity } = createAppServices()

afterEach(() => vi.unstubAllGlobals())

/** Stands in for the server and counts confirmations; of sessions it says nothing. */
function aServerThat(answers: () => Promise<Response>) {
  const confirmed = vi.fn(answers)
  vi.stubGlobal('fetch', (path: string) =>
    path.endsWith('/confirm') ? confirmed() : Promise.reject(new TypeError('no network')),
  )
  return confirmed
}

const linkInvalid = async () =>
  new Response(
    JSON.stringify({ type: '/problems/link-invalid', title: 'x', status: 400, code: 'link-invalid' }),
    {
      status: 400,
      headers: { 'content-type': 'application/problem+json' },
    },
  )

test('[SG8] a screen that is drawn twice sends the link once', async () => {
  const server = aServerThat(linkInvalid)
  const [first, second] = await Promise.all([
    redeemSignInLinkOnce(identity, 'clara@example.org', 'token-1'),
    redeemSignInLinkOnce(identity, 'clara@example.org', 'token-1'),
  ])
  expect(server).toHaveBeenCalledTimes(1)
  expect(second).toBe(first)
  expect(first.kind).toBe('failed')
})

test('[SG8] the same link with another address is another try', async () => {
  const server = aServerThat(linkInvalid)
  await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-2')
  await redeemSignInLinkOnce(identity, 'robert@example.org', 'token-2')
  expect(server).toHaveBeenCalledTimes(2)
})

test('[SG8] what has failed may be sent again', async () => {
  const server = aServerThat(() => Promise.reject(new TypeError('no network')))
  const failed = await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-3')
  expect(failed).toMatchObject({ kind: 'failed', problem: { kind: 'offline' } })
  await redeemSignInLinkOnce(identity, 'clara@example.org', 'token-3')
  expect(server).toHaveBeenCalledTimes(2)
})
