import { expect, test } from 'vitest'
import { parseServerSettings } from './use-server-settings.ts'

const unset = {
  mailbox: 'none',
  providers: [],
  operator: { name: null, address: null, email: null },
  billing: false,
  testPayments: false,
  widget: null,
  sink: null,
}

test('[SG11] the mailbox is linked only where the server says that it has one', () => {
  for (const mailbox of ['link', 'terminal'])
    expect(parseServerSettings({ mailbox, providers: [] })).toEqual({ ...unset, mailbox })
  expect(parseServerSettings({ mailbox: 'yes' })).toEqual(unset)
  expect(parseServerSettings(null)).toEqual(unset)
})

test('[LG3] the operator is named as far as the server knows them', () => {
  const operator = { name: 'Clara Wieck', address: '', email: null, secret: 'x' }
  expect(parseServerSettings({ operator }).operator).toEqual({
    name: 'Clara Wieck',
    address: null,
    email: null,
  })
})

test('[AN10] figures are shared only with a host that the server names', () => {
  const sinkOf = (analytics: unknown) => parseServerSettings({ analytics }).sink
  expect(sinkOf({ sink: 'figures.example' })).toBe('figures.example')
  for (const none of [undefined, null, {}, { sink: null }, { sink: '' }, { sink: true }])
    expect(sinkOf(none)).toBeNull()
})
