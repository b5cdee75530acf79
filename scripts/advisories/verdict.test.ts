import { expect, test } from 'vitest'
import { auditVerdict } from './verdict.ts'

const path = 'node_modules/hono'
const pinned = new Map([[path, { name: 'hono', version: '4.13.19', isForDevelopment: false }]])
const id = 'GHSA-aaaa-bbbb-cccc'
const advisory = { id, package: 'hono', title: 'planted', severity: 'high', range: '<99', paths: [path] }
const argued = { id, package: 'hono', version: '4.13.19', because: 'only who serves JSX is concerned' }

test('[TL42] an exception holds for its advisory, package and version, and for no other', () => {
  expect(auditVerdict([advisory], pinned, [argued]).isGood).toBe(true)
  for (const other of [{ id: 'GHSA-dddd-eeee-ffff' }, { package: 'kysely' }, { version: '4.13.18' }]) {
    const { isGood, text } = auditVerdict([advisory], pinned, [{ ...argued, ...other }])
    expect(isGood).toBe(false)
    expect(text).toContain('1 advisories, 1 of them open')
  }
})

test('[TL42] an exception that nothing needs any more has to go', () => {
  const { isGood, text } = auditVerdict([], pinned, [argued])
  expect(isGood).toBe(false)
  expect(text).toContain(`NEEDLESS ${id}`)
})

test('[TL42] a package that lies in several places is told once for each', () => {
  const nested = 'node_modules/oidc-provider/node_modules/hono'
  const twice = new Map([...pinned, [nested, { name: 'hono', version: '3.0.0', isForDevelopment: true }]])
  const { text, isGood } = auditVerdict([{ ...advisory, paths: [path, nested] }], twice, [argued])
  expect(text).toContain('hono 3.0.0 (development only)')
  expect(text).toContain('2 advisories, 1 of them open')
  expect(isGood).toBe(false)
})
