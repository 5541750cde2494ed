import type { CheckStep } from '#lib/contracts/connection-values.ts'
import { upperFirst } from '#lib/text/first-letter.ts'
import { runStep, type StepResult } from '#server/connections/connector.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { type IssueStatus, issueStatusLabels } from './merge-status.ts'
import { TrackerError } from './tracker-client.ts'

type NamedStep = {
  readonly name: string
  /** The advice if the step throws. */
  readonly advice?: string
  readonly run: () => StepResult | Promise<StepResult>
}

/** The steps of a check: those after the sign-in need a project. */
type TrackerCheck = {
  readonly signIn: { readonly advice: string; readonly readName: () => Promise<string> }
  readonly project: string | null
  /** What the tracker calls a project. */
  readonly noun: string
  readonly listSteps: (project: string) => readonly NamedStep[]
}

/** Runs the steps of a check in order. If the sign-in fails, the others are skipped. */
export async function checkTracker({ signIn, project, noun, listSteps }: TrackerCheck): Promise<CheckStep[]> {
  const run = ({ name, advice = '', run }: NamedStep) =>
    runStep(name, advice, run, (error) => error instanceof TrackerError || error instanceof OutgoingError)
  const { advice, readName } = signIn
  const done = [await run({ name: 'Sign-in', advice, run: async () => `Signed in as ${await readName()}.` })]
  const isAway = done[0]?.status === 'failed'
  const missingProject = {
    name: upperFirst(noun),
    run: () => ({
      status: 'warning' as const,
      message: `No ${noun} is set: issues can be linked, but not created.`,
      advice: `Set the ${noun} that issues are created in.`,
    }),
  }
  const notChecked = { status: 'skipped', message: 'Not checked: the sign-in does not work.' } as const
  for (const step of project === null ? [missingProject] : listSteps(project))
    done.push(await run(isAway ? { ...step, run: () => notChecked } : step))
  return done
}

/** Describes a mapping, such as `To Do is open, Done is done`. */
export const describeStatusMapping = (statuses: readonly (readonly [string, IssueStatus])[]): string =>
  statuses.map(([name, status]) => `${name} is ${issueStatusLabels[status]}`).join(', ')

/** Result of the status step for a tracker whose issues are open or closed. */
export function checkStatuses([open = 'open', closed = 'done']: readonly IssueStatus[]): StepResult {
  const statuses = [['open', open] as const, ['closed', closed] as const]
  const message = `${describeStatusMapping(statuses)}.`
  if (closed === 'done' && open !== 'done') return message
  return { status: 'failed', message, advice: 'Map closed to done, and open to another status.' }
}
