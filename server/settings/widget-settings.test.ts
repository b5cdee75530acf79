import { expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'
import { aBrowser, aServer } from '#tests/server/whole-server.ts'

const SECRET = 'x'.repeat(32)
const WIDGET = {
  FEEDBACK_TOKEN: 'a/token',
  FEEDBACK_WIDGET_NAV_DE: '1',
  FEEDBACK_WIDGET_NAV_EN: '2',
  FEEDBACK_WIDGET_DONE_DE: '3',
  FEEDBACK_WIDGET_DONE_EN: '4',
}

test('[FB12] with a token and four ids there is a widget, from Usersnap if nothing else is said', () => {
  expect(widgetOf(WIDGET)).toEqual({
    script: 'https://widget.usersnap.com/global/load/a%2Ftoken',
    origin: 'https://widget.usersnap.com',
    ids: { nav: { de: '1', en: '2' }, done: { de: '3', en: '4' } },
  })
  const elsewhere = { ...WIDGET, FEEDBACK_SCRIPT_URL: 'https://w.example:8443/{token}.js?v=1' }
  expect(widgetOf(elsewhere)).toMatchObject({
    script: 'https://w.example:8443/a%2Ftoken.js?v=1',
    origin: 'https://w.example:8443',
  })
  expect(widgetOf({})).toBeNull()
})

test.each(Object.keys(WIDGET))('[FB12] without %s the others are no widget, and that is said', missing => {
  const { [missing]: _, ...others }: Record<string, string> = WIDGET
  expect(faultsOf(others)).toContain(`  ${missing} is missing`)
})

test('[FB12] the script comes over https, and its address holds the token', () => {
  const faults = (url: string) => faultsOf({ ...WIDGET, FEEDBACK_SCRIPT_URL: url })
  expect(faults('http://w.example/{token}')).toContain('FEEDBACK_SCRIPT_URL must be https')
  expect(faults('https://w.example/script.js')).toContain('FEEDBACK_SCRIPT_URL must hold {token}')
  expect(faultsOf({ FEEDBACK_SCRIPT_URL: 'https://w.example/{token}' })).toContain(
    'FEEDBACK_SCRIPT_URL needs FEEDBACK_TOKEN',
  )
})

test('[FB11] the policy lets in the one origin where a widget is set up, and nobody where none is', async () => {
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
  const usersnap = 'https://widget.usersnap.com'
  expect(open.filter(part => !bare.includes(part))).toEqual([
    `script-src 'self' ${usersnap}`,
    `style-src 'self' ${usersnap} 'unsafe-inline'`,
    `img-src 'self' data: blob: ${usersnap}`,
    `font-src 'self' ${usersnap}`,
    `connect-src 'self' ${usersnap}`,
    `frame-src ${usersnap}`,
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
