import { expect, test } from 'vitest'
import { findLeakedSecrets, logOfALifeContract } from './log-of-a-life-contract.ts'

// As servers for everyone write it. What such a server prints is searched as well.
logOfALifeContract('files')

test('[HT15] what is searched for is found where it is', () => {
  const secrets = new Map([
    ['clara@example.org', 'e-mail'],
    ['123456', 'code'],
  ])
  expect(findLeakedSecrets('a line of clara@example.org', secrets)).toEqual([
    'e-mail: a line of clara@example.org',
  ])
  expect(findLeakedSecrets('code=123456&', secrets)).toHaveLength(1)
  // Digits of something longer are no code.
  expect(findLeakedSecrets('{"id":"91234567-a123456b"}', secrets)).toEqual([])
})
