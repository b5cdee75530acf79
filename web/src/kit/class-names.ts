/** Joins CSS class names with spaces. Omits empty and missing ones. */
export const classNames = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
