/** A part as servers and apps know it that are older than version 2 of changes (0041): without the stamp of its place. */
export function partOfBefore<P extends { positionAt?: number | undefined }>(part: P): Omit<P, 'positionAt'> {
  const { positionAt, ...known } = part
  void positionAt
  return known
}
