import { expect, test } from 'vitest'
import { parseFeedbackText, MAX_FEEDBACK_LENGTH } from './plain-text.ts'

test('[FB1] one to 4,000 characters are words, counted as code points', () => {
  expect(parseFeedbackText('a')).toEqual({ kind: 'words', text: 'a' })
  expect(parseFeedbackText('👏')).toEqual({ kind: 'words', text: '👏' })
  for (const character of ['a', 'ß', '🎻']) {
    expect(parseFeedbackText(character.repeat(MAX_FEEDBACK_LENGTH)).kind).toBe('words')
    expect(parseFeedbackText(character.repeat(MAX_FEEDBACK_LENGTH + 1))).toEqual({
      kind: 'too-long',
      over: 1,
    })
    expect(parseFeedbackText(character.repeat(5000))).toEqual({ kind: 'too-long', over: 1000 })
  }
})

test('[FB1] blanks and signs that nobody can see are no words', () => {
  for (const nothing of ['', ' ', '\n\t ', '\u00A0\u3000', '\u200B\u200D\uFEFF', '\u0000\u0007'])
    expect(parseFeedbackText(nothing)).toEqual({ kind: 'empty' })
})

test('[FB1] blanks around the words and control characters in them are left out, line breaks stay', () => {
  expect(parseFeedbackText('  More cello,\r\nplease.\u0000 \n')).toEqual({
    kind: 'words',
    text: 'More cello,\nplease.',
  })
  // Blanks around do not count.
  expect(parseFeedbackText(` ${'a'.repeat(MAX_FEEDBACK_LENGTH)} `).kind).toBe('words')
})
