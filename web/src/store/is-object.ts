/** Returns true if the input is an object or an array. TypeScript then allows reading its fields. */
export const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null
