/** What a check of the doctor found. A fault says what to do about it; a note is worth knowing and no fault. */
export type Finding =
  | { kind: 'good' | 'note'; area: string; message: string }
  | { kind: 'fault'; area: string; message: string; advice: string }

/** Returns the finding that something is in order. */
export const goodFinding = (area: string, message: string): Finding => ({ kind: 'good', area, message })
/** Returns the finding that something is worth knowing. */
export const noteFinding = (area: string, message: string): Finding => ({ kind: 'note', area, message })
/** Returns the finding that something is wrong, with advice on how to mend it. */
export const faultFinding = (area: string, message: string, advice: string): Finding => ({
  kind: 'fault',
  area,
  message,
  advice,
})

const SIGNS = { good: 'ok   ', note: 'note ', fault: 'FAULT' } as const

/** The findings as lines for a terminal, and last how many faults there are. */
export function formatFindings(findings: readonly Finding[]): string {
  const lines = findings.flatMap(finding => [
    `${SIGNS[finding.kind]}  ${finding.area}: ${finding.message}`,
    ...(finding.kind === 'fault' ? [`       What to do: ${finding.advice}`] : []),
  ])
  const faults = findings.filter(({ kind }) => kind === 'fault').length
  const sum = faults === 0 ? 'No faults.' : `${faults} ${faults === 1 ? 'fault' : 'faults'}.`
  return [...lines, sum].join('\n')
}

/** Replaces whatever of the text is a secret: a last net below the checks, which name none. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter(secret => secret.length >= SHORTEST_SECRET)
    .reduce((rest, secret) => rest.replaceAll(secret, '[secret]'), text)
}

/** A shorter one would be found in ordinary words. */
const SHORTEST_SECRET = 6
