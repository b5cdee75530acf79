import { expect, test } from 'vitest'
import { findScreenPathPattern } from './screen-addresses.ts'

test.each([
  ['/', '/'],
  ['/practice', '/practice'],
  ['/pieces/', '/pieces'],
  ['/pieces/0192-a/edit', '/pieces/:id/edit'],
  ['/practice//', '/practice'],
  ['/PIECES', '/pieces'],
  ['/Pieces/0192-A/Edit/', '/pieces/:id/edit'],
  ['//confirm', '/confirm'],
  ['/CONFIRM,', '/confirm'],
  ['/confirm%3Ftoken=x', '/confirm'],
])('[OF3] %s is the address of a screen', (path, address) => {
  expect(findScreenPathPattern(path)).toBe(address)
})

test.each([
  '/api/v1/session',
  '/healthz',
  '/locales/en/common.json',
  '/index.html',
  '//practice',
  '/confirmation',
  '/pieces//edit',
  '/pieces/a/b/edit',
  '',
])('[OF3] %s is none', path => {
  expect(findScreenPathPattern(path)).toBeNull()
})
