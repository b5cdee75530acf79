import { expect, test } from 'vitest'
import { parseForm } from './form.ts'

test('[SS2] a form is read as Stripe reads it: groups, lists, the last of two values', () => {
  const text =
    'mode=a&mode=b&line_items[0][price]=p&line_items[0][quantity]=1&expand[]=x&expand[]=y&metadata[a]='
  expect(parseForm(text)).toEqual({
    mode: 'b',
    line_items: [{ price: 'p', quantity: '1' }],
    expand: ['x', 'y'],
    metadata: { a: '' },
  })
  expect(parseForm('')).toEqual({})
})

test('[SS2] a name that is what every object has is a parameter like any other', () => {
  const parsed = parseForm('__proto__[polluted]=1&metadata[constructor]=2')
  expect(Object.keys(parsed)).toEqual(['__proto__', 'metadata'])
  expect(Reflect.get({}, 'polluted')).toBeUndefined()
})

test.each(['a=1&a[b]=2', 'a[b]=2&a=1'])('[SS2] %s contradicts itself', text => {
  expect(() => parseForm(text)).toThrow(/Invalid/)
})
