import { expect, test } from 'vitest'
import { judgeFeedback, LONGEST_FEEDBACK } from './feedback.ts'

test('[FB4] one to 4,000 characters are words, counted as code points', () => {
  expect(judgeFeedback('a')).toEqual({ kind: 'words', text: 'a' })
  expect(judgeFeedback('👏')).toEqual({ kind: 'words', text: '👏' })
  for (const character of ['a', 'ß', '🎻']) {
    expect(judgeFeedback(character.repeat(LONGEST_FEEDBACK)).kind).toBe('words')
    expect(judgeFeedback(character.repeat(LONGEST_FEEDBACK + 1))).toEqual({ kind: 'too-long', over: 1 })
    expect(judgeFeedback(character.repeat(5000))).toEqual({ kind: 'too-long', over: 1000 })
  }
})

test('[FB4] blanks and signs that nobody can see are no words', () => {
  for (const nothing of ['', ' ', '\n\t ', '\u00A0\u3000', '\u200B\u200D\uFEFF', '\u0000\u0007'])
    expect(judgeFeedback(nothing)).toEqual({ kind: 'empty' })
})

test('[FB4] blanks around the words and control characters in them are left out, line breaks stay', () => {
  expect(judgeFeedback('  More cello,\r\nplease.\u0000 \n')).toEqual({
    kind: 'words',
    text: 'More cello,\nplease.',
  })
  // Blanks around do not count.
  expect(judgeFeedback(` ${'a'.repeat(LONGEST_FEEDBACK)} `).kind).toBe('words')
})

test('[FB4] half a character is made whole', () => {
  expect(judgeFeedback('a\uD83Cb')).toEqual({ kind: 'words', text: 'a\uFFFDb' })
})
