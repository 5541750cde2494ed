import type { DeploymentRow } from './event-context.ts'

type Deployed = Pick<
  DeploymentRow,
  'startedAt' | 'endedAt' | 'isRollback' | 'isProduction' | 'matchedBy' | 'service' | 'facts'
>

/** What the deployments of a change say about it. */
export type SaidTimes = {
  readonly start: string | null
  /** The latest end so far. */
  readonly end: string | null
  /** Whether none is running. */
  readonly isEnded: boolean
  readonly rolledBackAt: string | null
}

/**
 * The times of a change that its deployments state. Only deployments count that name the change in a field of their own
 * and concern one of its services; a rollback counts for each of its services.
 */
export function saidTimes(deployed: readonly Deployed[], services: readonly string[]): SaidTimes {
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

const namesItsChange = ({ matchedBy, facts }: Deployed) => matchedBy === 'number' && Boolean(facts.change)

const sorted = (times: readonly (string | null)[]) => times.filter((time) => time !== null).toSorted()
