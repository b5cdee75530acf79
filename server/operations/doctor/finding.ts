/**
 * A result of `npm run doctor`, which checks an installation: 'good' if something is in order, a 'note' that requires
 * no action, or a 'fault' with advice.
 */
export type DoctorFinding =
  | { kind: 'good' | 'note'; area: string; message: string }
  | { kind: 'fault'; area: string; message: string; advice: string }

/** Creates a 'good' finding for `npm run doctor`: a part of the installation is in order. */
export const createGoodFinding = (area: string, message: string): DoctorFinding => ({
  kind: 'good',
  area,
  message,
})
/** Creates a 'note' finding for `npm run doctor`: information for the operator that requires no action. */
export const createNoteFinding = (area: string, message: string): DoctorFinding => ({
  kind: 'note',
  area,
  message,
})
/** Creates a 'fault' finding for `npm run doctor`: something is wrong, and `advice` says how to fix it. */
export const createFaultFinding = (area: string, message: string, advice: string): DoctorFinding => ({
  kind: 'fault',
  area,
  message,
  advice,
})

const SIGNS = { good: 'ok   ', note: 'note ', fault: 'FAULT' } as const

/** Formats the findings of `npm run doctor` as lines for a terminal. The last line states the number of faults. */
export function formatFindings(findings: readonly DoctorFinding[]): string {
  const lines = findings.flatMap(finding => [
    `${SIGNS[finding.kind]}  ${finding.area}: ${finding.message}`,
    ...(finding.kind === 'fault' ? [`       What to do: ${finding.advice}`] : []),
  ])
  const faults = findings.filter(({ kind }) => kind === 'fault').length
  const sum = faults === 0 ? 'No faults.' : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`
  return [...lines, sum].join('\n')
}

/**
 * Returns a text in which "[secret]" replaces each of the given secrets. Ignores secrets of less than 6 characters,
 * because they could occur in ordinary words. No check of `npm run doctor` should print a secret; this is a precaution
 * in case one does.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 6
