import { spawnSync } from 'node:child_process'

/** Findings that somebody has looked at: why they do not concern us, and until when that holds (`YYYY-MM-DD`). */
type Accepted = { package: string; because: string; until: string }
const accepted: readonly Accepted[] = []

type Report = {
  metadata?: { vulnerabilities?: Record<string, number> }
  vulnerabilities?: Record<string, { severity: string }>
}

/** Packages with known holes that are high or critical, as of `today`; null when the report is none. */
export const auditTrouble = (
  text: string,
  today: string,
  agreed: readonly Accepted[] = accepted,
): string[] | null => {
  let report: Report
  try {
    report = JSON.parse(text) as Report
  } catch {
    return null
  }
  if (report.metadata?.vulnerabilities === undefined) return null
  return Object.entries(report.vulnerabilities ?? {})
    .filter(([, { severity }]) => severity === 'high' || severity === 'critical')
    .filter(([name]) => !agreed.some((one) => one.package === name && today <= one.until))
    .map(([name, { severity }]) => `${name}: ${severity}`)
}

/** Asks npm about every locked package. */
export const askAudit = (root: string): string =>
  spawnSync('npm', ['audit', '--json'], { cwd: root, encoding: 'utf8', timeout: 120_000 }).stdout
