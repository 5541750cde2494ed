import type { DeploymentRow } from './event-context.ts'

type TimedDeployment = Pick<
  DeploymentRow,
  'startedAt' | 'endedAt' | 'isRollback' | 'isProduction' | 'matchedBy' | 'service' | 'facts'
>

/** Times of a change as its deployments state them. */
export type DeployedTimes = {
  readonly start: string | null
  /** The latest end so far. */
  readonly end: string | null
  /** True if none is running. */
  readonly isEnded: boolean
  readonly rolledBackAt: string | null
}

/**
 * Combines the times that deployments state for a change. A deployment counts if it names the change in its own field
 * and concerns one of its services, or if the change was created for it. A rollback needs no such field.
 */
export function combineTimes(deployed: readonly TimedDeployment[], services: readonly string[]): DeployedTimes {
  const begun = deployed.filter(({ isProduction, startedAt }) => isProduction && startedAt !== null)
  const ownDeployments = begun.filter((one) => one.matchedBy === 'pipeline' || services.includes(one.service))
  const naming = ownDeployments.filter((one) => one.matchedBy === 'pipeline' || namesItsChange(one))
  const rolledBack = ownDeployments.filter(({ isRollback }) => isRollback)
  return {
    start: sorted(naming.map(({ startedAt }) => startedAt))[0] ?? null,
    end: sorted(naming.map(({ endedAt }) => endedAt)).at(-1) ?? null,
    isEnded: naming.every(({ endedAt }) => endedAt !== null),
    rolledBackAt: sorted(rolledBack.map(({ endedAt, startedAt }) => endedAt ?? startedAt))[0] ?? null,
  }
}

const namesItsChange = ({ matchedBy, facts }: TimedDeployment) => matchedBy === 'number' && Boolean(facts.change)

const sorted = (times: readonly (string | null)[]) => times.filter((time) => time !== null).toSorted()
