import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const SECRET = 'x'.repeat(32)
const WIDGET = { FEEDBACK_WIDGET: 'https://w.example:8443/a-token.js?v=1', FEEDBACK_WIDGET_IDS: '1,2,3,4' }

test('[CF2] with the address of a script and four ids there is a widget', () => {
  expect(widgetOf(WIDGET)).toEqual({
    script: 'https://w.example:8443/a-token.js?v=1',
    origin: 'https://w.example:8443',
    ids: { nav: { de: '1', en: '2' }, done: { de: '3', en: '4' } },
  })
  expect(widgetOf({})).toBeNull()
})

test.each(Object.keys(WIDGET))('[CF2] without %s the other is no widget, and that is said', missing => {
  const { [missing]: _, ...others }: Record<string, string> = WIDGET
  expect(faultsOf(others)).toContain(`  ${missing} is missing`)
})

test('[CF2] the script comes over https, and there are four ids', () => {
  const http = { ...WIDGET, FEEDBACK_WIDGET: 'http://w.example/token' }
  expect(faultsOf(http)).toContain('FEEDBACK_WIDGET must be https')
  expect(faultsOf({ ...WIDGET, FEEDBACK_WIDGET_IDS: '1,2,3' })).toContain('must be four values')
})

test('[FB10] the policy lets in the one origin where a widget is set up, and nobody where none is', async () => {
  const policyOf = async (environment: Record<string, string>) => {
    const server = await aServer(environment)
    const { headers } = await aBrowser(server).get('/healthz')
    await server.close()
    return (headers.get('content-security-policy') ?? '').split('; ')
  }
  const [bare, open] = [await policyOf({}), await policyOf(WIDGET)]
  expect(bare).toContain("script-src 'self'")
  expect(bare).toContain('trusted-types dacapo-worker')
  expect(bare.join()).not.toMatch(/https?:|unsafe|frame-src/)
  const origin = 'https://w.example:8443'
  expect(open.filter(part => !bare.includes(part))).toEqual([
    `script-src 'self' ${origin}`,
    `style-src 'self' ${origin} 'unsafe-inline'`,
    `img-src 'self' data: blob: ${origin}`,
    `font-src 'self' ${origin}`,
    `connect-src 'self' ${origin}`,
    `frame-src ${origin}`,
    'trusted-types dacapo-worker dacapo default',
  ])
})

const read = (environment: Record<string, string>) => readConfiguration({ SECRET, ...environment })

function widgetOf(environment: Record<string, string>) {
  const result = read(environment)
  if (result.kind === 'faulty') throw new Error(result.message)
  return result.configuration.feedbackWidget
}

function faultsOf(environment: Record<string, string>): string {
  const result = read(environment)
  return result.kind === 'faulty' ? result.message : ''
}
