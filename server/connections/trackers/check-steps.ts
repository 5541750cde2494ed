import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import type { IssueStatus } from './merge-status.ts'
import { TrackerError } from './tracker.ts'

type StepResult =
  | string
  | { readonly status: 'warning' | 'failed' | 'skipped'; readonly message: string; readonly advice?: string }

export type ConnectionCheckStep = {
  readonly name: string
  /** The advice if the step throws. */
  readonly advice: string
  readonly run: () => Promise<StepResult>
}

/** Runs the steps of a check in order. When the first one fails, the others are skipped. */
export async function runSteps(steps: readonly ConnectionCheckStep[]): Promise<CheckStep[]> {
  const doneSteps: CheckStep[] = []
  for (const step of steps) {
    const isAway = doneSteps[0]?.status === 'failed'
    doneSteps.push(
      isAway
        ? { name: step.name, status: 'skipped', message: 'Not checked: the sign-in does not work.', advice: null }
        : await runStep(step),
    )
  }
  return doneSteps
}

async function runStep({ name, advice, run }: ConnectionCheckStep): Promise<CheckStep> {
  try {
    const result = await run()
    if (typeof result === 'string') return { name, status: 'ok', message: result, advice: null }
    return { name, status: result.status, message: result.message, advice: result.advice ?? null }
  } catch (error) {
    if (!(error instanceof TrackerError || error instanceof OutgoingError)) throw error
    return { name, status: 'failed', message: error.message, advice }
  }
}

/** Result of the project step if no project or repository is set. */
export const buildMissingProjectResult = (noun: string): StepResult => ({
  status: 'warning',
  message: `No ${noun} is set: issues can be linked, but not created.`,
  advice: `Set the ${noun} that issues are created in.`,
})

const issueStatusLabels = { open: 'open', in_progress: 'in progress', done: 'done' } as const

/** Describes a mapping, such as `To Do is open, Done is done`. */
export const describeStatusMapping = (
  statuses: readonly (readonly [string, keyof typeof issueStatusLabels])[],
): string => statuses.map(([name, status]) => `${name} is ${issueStatusLabels[status]}`).join(', ')

/** Result of the status step for a tracker whose issues are open or closed. */
export function checkStatuses(open: IssueStatus, closed: IssueStatus) {
  const message = `${describeStatusMapping([
    ['open', open],
    ['closed', closed],
  ])}.`
  if (closed === 'done' && open !== 'done') return message
  return { status: 'failed' as const, message, advice: 'Map closed to done, and open to another status.' }
}
