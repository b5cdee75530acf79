import { expect, test } from 'vitest'
import { securityHeadersVersion } from '#server/http/security-headers.ts'
import type { StaticFile } from './app-pages.ts'
import { stampServiceWorker } from './web-app.ts'

const file = (text: string): StaticFile => ({
  type: 'text/javascript',
  etag: 'tag',
  bodies: new Map([
    ['identity', Buffer.from(text)],
    ['br', Buffer.from('compressed')],
  ]),
})
const files = new Map([
  ['/service-worker.js', file('(() => self.began = self.policy)()')],
  ['/theme.js', file('theme')],
])
const scriptOf = (file: StaticFile | undefined) => Buffer.from(file?.bodies.get('identity') ?? '').toString()

test('[HT6] the worker’s script changes with the headers that pages come with', () => {
  const policies = [null, { origin: 'https://widget.example' }].map(feedbackWidget =>
    securityHeadersVersion({ feedbackWidget } as Parameters<typeof securityHeadersVersion>[0]),
  )
  const [one, other] = policies.map(name => stampServiceWorker(name, files).get('/service-worker.js'))
  expect(scriptOf(one)).not.toBe(scriptOf(other))
  expect(one?.etag).not.toBe(other?.etag)
  // What was compressed before knows nothing of it.
  expect([...(one?.bodies.keys() ?? [])]).toEqual(['identity'])
})
