/**
 * A result of `npm run doctor`, which checks an installation: 'good' if something is in order, a 'note' that requires
 * no action, or a 'fault' with advice.
 */
export type DoctorFinding =
  | { kind: 'good' | 'note'; area: string; message: string }
  | { kind: 'fault'; area: string; message: string; advice: string }

/** Creates a finding of `npm run doctor` that something is in order. */
export const createGoodFinding = (area: string, message: string): DoctorFinding => ({
  kind: 'good',
  area,
  message,
})
/** Creates a finding of `npm run doctor` that the operator should know of but need not change. */
export const createNoteFinding = (area: string, message: string): DoctorFinding => ({
  kind: 'note',
  area,
  message,
})
/** Creates a finding of `npm run doctor` that something is wrong, with advice on how to fix it. */
export const createFaultFinding = (area: string, message: string, advice: string): DoctorFinding => ({
  kind: 'fault',
  area,
  message,
  advice,
})

const SIGNS = { good: 'ok   ', note: 'note ', fault: 'FAULT' } as const

/** Formats the findings as lines for a terminal, with the number of faults at the end. */
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
 * Replaces all given secrets of at least 6 characters in a text by "[secret]". No check should print a secret; this is
 * a precaution in case one does.
 */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 6
