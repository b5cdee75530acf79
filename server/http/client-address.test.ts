import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { findClientAddress, UNKNOWN_CLIENT_ADDRESS, ipv6Prefix48 } from './client-address.ts'

const CLAIMED = '198.51.100.66'

test('[HT4] without a proxy of ours the connection counts, whatever the header claims', async () => {
  expect(await addressOf({ socket: '203.0.113.7', forwarded: CLAIMED, proxies: 0 })).toBe('203.0.113.7')
})

test('[HT4] behind proxies the address counts that the outermost of them saw', async () => {
  const forwarded = `${CLAIMED}, 203.0.113.7, 10.0.0.2`
  expect(await addressOf({ socket: '10.0.0.1', forwarded, proxies: 1 })).toBe('10.0.0.2')
  expect(await addressOf({ socket: '10.0.0.1', forwarded, proxies: 2 })).toBe('203.0.113.7')
})

test('[HT4] a request that did not come through all the proxies has no address to believe', async () => {
  expect(await addressOf({ socket: '10.0.0.1', proxies: 1 })).toBe(UNKNOWN_CLIENT_ADDRESS)
  expect(await addressOf({ socket: '10.0.0.1', forwarded: CLAIMED, proxies: 2 })).toBe(UNKNOWN_CLIENT_ADDRESS)
})

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
  ['2001:db8:1:2:ffff::1', '2001:db8:1:2::'],
  ['2001:db8::1', '2001:db8:0:0::'],
  ['::1', '0:0:0:0::'],
])('[HT4] %s counts as %s: an IPv6 customer owns the whole network', async (socket, expected) => {
  expect(await addressOf({ socket, proxies: 0 })).toBe(expected)
})

test.each([
  ['203.0.113.7:4711', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:4711', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['[2001:db8:1:2::1]:4711', '2001:db8:1:2::'],
  ['[2001:db8:1:2::1]', '2001:db8:1:2::'],
  ['2001:0DB8:0001:0002::1', '2001:db8:1:2::'],
  ['fe80::1%eth0', 'fe80:0:0:0::'],
  ['_hidden', UNKNOWN_CLIENT_ADDRESS],
  ['203.0.113.7:4711:1', UNKNOWN_CLIENT_ADDRESS],
])(
  '[HT4] a proxy that writes %s means the client %s: no port and no spelling makes a new one',
  async (forwarded, expected) => {
    expect(await addressOf({ socket: '10.0.0.1', forwarded: `${CLAIMED}, ${forwarded}`, proxies: 1 })).toBe(
      expected,
    )
  },
)

test('[HT4] the /48 of an IPv6 client is known, and no other client has one', () => {
  const networks = ['2001:db8:1:2::', '203.0.113.7', UNKNOWN_CLIENT_ADDRESS].map(ipv6Prefix48)
  expect(networks).toEqual(['2001:db8:1::/48', null, null])
})

async function addressOf(from: { socket: string; forwarded?: string; proxies: number }): Promise<string> {
  const app = new Hono().get('/', exchange => exchange.text(findClientAddress(exchange, from.proxies)))
  const headers = from.forwarded === undefined ? {} : { 'x-forwarded-for': from.forwarded }
  const answer = await app.request('/', { headers }, { incoming: { socket: { remoteAddress: from.socket } } })
  return answer.text()
}
