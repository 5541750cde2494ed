import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Improvement, improvement, improvementStatuses } from '#lib/contracts/improvements.ts'
import { trackerKinds } from '#server/connections/all-kinds.ts'
import { moveImprovement } from '#server/improvements/move-improvement.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { OutgoingError } from '#server/platform/outgoing/outgoing.ts'
import { createSystemActor } from '#server/platform/runtime/context.ts'
import { testContext, testPerson } from '#server/platform/runtime/testing-context.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { toIssueTitle } from './issue-keys.ts'
import { type IssueStatus, issueStatuses, toTrackerStatus } from './merge-status.ts'
import { hashFields, LinkState, type LocalActions, syncIssue, toSeenState } from './sync-issue.ts'
import type { FakeTracker } from './testing-fake-tracker.ts'
import { createFake, trackerFor } from './testing-fakes.ts'
import { TrackerError } from './tracker-client.ts'

/** An edit on one side, or a synchronisation; some edits happen while the next synchronisation writes. */
type EditStep =
  | { readonly on: 'local'; readonly field: 'status'; readonly to: Improvement['status'] }
  | { readonly on: 'local'; readonly field: 'title' | 'description' | 'target_date'; readonly to: string }
  | { readonly on: 'remote'; readonly field: 'status'; readonly to: number; readonly isDuringWrite?: boolean }
  | { readonly on: 'remote'; readonly field: 'title'; readonly to: string }
  | { readonly on: 'both'; readonly losesResponse: boolean }

type EditOutcome = {
  readonly edits: number
  readonly writes: number
  /** Synchronisations that failed: the response was lost, or the write was rejected. */
  readonly failed: number
  /** The fields that differ at the end; empty if both sides are equal. */
  readonly differences: readonly string[]
}

/** Moves without a database, with the rights of an admin. */
const ctx = testContext(undefined as unknown as Queryable)
const inputs = { evidence: 'Log of the rehearsal', recheck_on: '2026-06-01', reason: 'Tried again' }

/** Applies steps to an action and its issue in a fake tracker, then synchronises until no change remains. */
async function editBothSides(fake: FakeTracker, steps: readonly EditStep[]): Promise<EditOutcome> {
  const tracker = trackerFor(fake)
  const { store } = fake
  let action = { ...improvement.example, id: `imp_${store.issues.length}`, version: 1 }
  let edits = 0
  let moves = 0
  let failed = 0
  /** The status that both sides last had. */
  let equal: IssueStatus | undefined
  const actions: LocalActions = {
    find: async () => action,
    async move(expected, to) {
      if (expected.version !== action.version) return null
      const system = { ...ctx, actor: createSystemActor('con_1', 'Tracker') }
      action = { ...moveImprovement(system, action, to, inputs), version: action.version + 1 }
      moves += 1
      equal = ownStatus() ?? undefined
      return action
    },
  }
  const created = await tracker.create(action)
  const first = await tracker.find(created.key)
  const seenState = first && toSeenState(first)
  const issue = store.issues.at(-1)
  if (!issue) throw new Error('No issue was created.')
  let state = LinkState.parse({ is_created: true, written: hashFields(action), seen: seenState })
  const before = store.writes

  const remoteStatus = () => issueStatuses[fake.statuses.indexOf(issue.status)]
  const ownStatus = () => toTrackerStatus(action.status, tracker.statuses)
  let isRaced = false
  const lostEdits: string[] = []

  /** The status to which a synchronisation must lead if only one side has changed; undefined otherwise. */
  function dueStatus() {
    const local = ownStatus() ?? undefined
    const remote = remoteStatus()
    const isFinal = action.status === 'verified' || action.status === 'cancelled'
    if (equal === undefined || local === remote || isFinal || remote === equal) return equal && local
    return local === equal ? remote : undefined
  }

  async function synchronise(losesResponse: boolean): Promise<number> {
    const had = store.writes + moves
    const due = dueStatus()
    isRaced = false
    store.faults.losesResponse = () => {
      const loses = losesResponse
      losesResponse = false
      return loses
    }
    try {
      const link = { improvementId: action.id, issueKey: created.key, state }
      const remember = async (written: LinkState) => {
        state = written
      }
      state = (await syncIssue(actions, tracker, link, remember))?.state ?? state
      equal = ownStatus() ?? undefined
      if (!isRaced && due !== undefined && due !== equal) lostEdits.push(`${due} became ${equal}`)
    } catch (error) {
      // A workflow rejects a transition from a status that somebody left just before.
      if (!(error instanceof OutgoingError || error instanceof TrackerError)) throw error
      failed += 1
    }
    store.faults.losesResponse = () => false
    return store.writes + moves - had
  }

  const moveRemote = (to: number) => {
    const status = fake.statuses[to] ?? ''
    if (status !== issue.status) edits += 1
    store.edit(issue, { status })
  }

  for (const step of steps) {
    if (step.on === 'both') await synchronise(step.losesResponse)
    else if (step.on === 'local') {
      const moved = editLocal(action, step)
      if (moved === action) continue
      action = { ...moved, version: action.version + 1 }
      edits += 1
    } else if (step.field === 'title') {
      store.edit(issue, { title: step.to })
      edits += 1
    } else if (step.isDuringWrite) {
      store.faults.beforeWrite = () => {
        store.faults.beforeWrite = () => {}
        isRaced = true
        moveRemote(step.to)
      }
    } else moveRemote(step.to)
  }
  store.faults.beforeWrite = () => {}
  for (let round = 0; round < 5; round++) await synchronise(false)
  const further = await synchronise(false)

  const remote = (await tracker.find(created.key))?.status
  const differences = [
    ...lostEdits,
    ...(toTrackerStatus(action.status, tracker.statuses) === remote
      ? []
      : [`status: ${action.status} locally, ${remote} remotely`]),
    ...(toIssueTitle(action) === issue.title ? [] : [`title: ${action.title} locally, ${issue.title} remotely`]),
    ...(!fake.hasDueDates || action.target_date === issue.dueOn ? [] : [`due date: ${issue.dueOn} remotely`]),
    ...(JSON.stringify(issue.text).includes(action.description ?? '') ? [] : ['description']),
    ...(further === 0 ? [] : ['it does not come to rest']),
  ]
  return { edits, writes: store.writes - before + moves, failed, differences }
}

/** Applies an edit by a person; returns the same action if the edit is not allowed or changes nothing. */
function editLocal<Edited extends Improvement>(action: Edited, step: Extract<EditStep, { on: 'local' }>): Edited {
  if (step.field !== 'status') return action[step.field] === step.to ? action : { ...action, [step.field]: step.to }
  try {
    return moveImprovement({ ...ctx, actor: testPerson('admin') }, action, step.to, inputs)
  } catch {
    return action
  }
}

const word = fc.constantFrom('Rehearse', 'Measure', 'Alert', 'Renew', 'Check twice')
const day = fc.constantFrom('2026-05-29', '2026-06-30', '2026-07-01')
const remoteStatus = fc.nat({ max: 2 })

/** A step of fixed and drawn values, as often as `weight` says. */
const edit = <const Fixed extends object, Drawn extends object>(
  weight: number,
  fixed: Fixed,
  drawn: { [Name in keyof Drawn]: fc.Arbitrary<Drawn[Name]> },
) => ({ weight, arbitrary: fc.record(drawn).map((values) => ({ ...fixed, ...values })) })

const step: fc.Arbitrary<EditStep> = fc.oneof(
  edit(3, { on: 'local', field: 'status' }, { to: fc.constantFrom(...improvementStatuses) }),
  edit(1, { on: 'local' }, { field: fc.constantFrom('title', 'description'), to: word }),
  edit(1, { on: 'local', field: 'target_date' }, { to: day }),
  edit(3, { on: 'remote', field: 'status' }, { to: remoteStatus }),
  edit(1, { on: 'remote', field: 'status', isDuringWrite: true }, { to: remoteStatus }),
  edit(1, { on: 'remote', field: 'title' }, { to: word }),
  edit(3, { on: 'both', losesResponse: false }, {}),
  edit(1, { on: 'both', losesResponse: true }, {}),
)

/** Generates a random interleaving of edits on both sides and synchronisations. */
const randomSteps = fc.array(step, { minLength: 1, maxLength: 14, size: 'max' })

test.each(trackerKinds)(
  'random edits on both sides of an issue in %s end equal, with at most two writes for an edit',
  async (kind) => {
    await fc.assert(
      fc.asyncProperty(randomSteps, async (steps) => {
        const { edits, writes, failed, differences } = await editBothSides(createFake(kind), steps)
        expect(differences).toEqual([])
        expect(writes).toBeLessThanOrEqual(2 * edits + 2 * failed)
      }),
      { numRuns: runs(40) },
    )
  },
  runs(20_000),
)

test.each(trackerKinds)(
  'a text that was written to an issue in %s without a response, then taken back, is written again',
  async (kind) => {
    const description = (to: string) => ({ on: 'local', field: 'description', to }) as const
    const steps = [
      description('Rehearse'),
      { on: 'both', losesResponse: false },
      description('Measure'),
      { on: 'both', losesResponse: true },
      description('Rehearse'),
    ] as const
    expect((await editBothSides(createFake(kind), steps)).differences).toEqual([])
  },
)
