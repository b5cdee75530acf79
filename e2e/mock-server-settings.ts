import type { output } from 'zod/mini'
import type { getConfig } from '#core/protocol/operations.ts'

type ServerSettings = output<typeof getConfig.response>

export const mockServerSettings = (change: Partial<ServerSettings>): ServerSettings => ({
  providers: [],
  billing: false,
  testPayments: false,
  widget: null,
  sink: null,
  operator: { name: null, address: null, email: null },
  mailbox: 'none',
  ...change,
})
