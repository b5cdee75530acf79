import * as z from 'zod'

/**
 * A text from outside as it can be kept: whole characters, and of the control characters only tabs and line breaks
 * (rule HT19). PostgreSQL takes neither a NUL nor half a surrogate pair, and a mail shows neither.
 */
export const plainText = () =>
  z.string().overwrite(text => text.toWellFormed().replaceAll(/(?![\t\n])\p{Cc}/gu, ''))
