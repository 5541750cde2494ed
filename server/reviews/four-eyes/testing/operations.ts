import { eq } from 'drizzle-orm'
import type { ImprovementEdit } from '#lib/contracts/app/improvements.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import { endpoints } from '#lib/contracts/endpoints.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { getChange } from '#server/changes/queries.ts'
import { storeAlerts } from '#server/connections/alerts/store-alerts.ts'
import { addIssueLink, removeIssueLink } from '#server/connections/trackers/link-commands.ts'
import { catchUpDeployments } from '#server/deployments/later-matches.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { repeatConflicts } from '#server/import/database/merge.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import { closeRecheck } from '#server/improvements/close-recheck.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement, type VersionedImprovement } from '#server/improvements/queries.ts'
import { reopenAction } from '#server/improvements/reopen-action.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
import { findRole } from '#server/platform/auth/caller.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { readRules } from '#server/policy/rules.ts'
import { nameService } from '#server/reviews/api-writes/name-service.ts'
import { putChange } from '#server/reviews/api-writes/put-change.ts'
import { putIncident } from '#server/reviews/api-writes/put-incident.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { assignReviews } from '#server/reviews/commands/assign.ts'
import { followCancellations } from '#server/reviews/commands/cancel.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { completeCleanReviews } from '#server/reviews/commands/complete-clean.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { returnReview, signOffReview } from '#server/reviews/commands/sign-off.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { submitReview, withdrawReview } from '#server/reviews/commands/submit.ts'
import { confirmWaiver, refuseWaiver, waiveReview } from '#server/reviews/commands/waive.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import * as rules from '#server/reviews/policy/rule-commands.ts'
import { getReview } from '#server/reviews/queries.ts'
import { saveReviewStep } from '#server/reviews/save-step.ts'
import { chooseFullForm } from '#server/reviews/short-form.ts'
import { answeredSteps, cleanAnswers } from '#server/reviews/testing.ts'
import { importRow, unconditional } from '#server/reviews/testing-reviews.ts'
import { incidents } from '#server/schema/changes.ts'
import {
  type ActorKey,
  alerts,
  askingRules,
  changeNumber,
  type Fixture,
  incidentNumber,
  isPerson,
  namesOfRules,
  pick,
  type State,
} from './fixture.ts'
import { type Fact, findPersonKey, type PersonKey, people, type Spelling, spellings, spellPerson } from './model.ts'

/** A drawn operation, which decides what `choice`, from 0 to 11, selects. */
export type Draw = { readonly who: ActorKey; readonly whom: PersonKey; readonly choice: number }

/** What a history remembers: imports of people, oldest first, and what each actor last read of a submitted review. */
export type Memory = {
  readonly imports: { readonly id: string; readonly kind: ImportKind }[]
  readonly read: Map<ActorKey, State['markers']>
}

/** What an operation acts with, in the context of its actor. */
export type Turn = Draw & State & Memory & { readonly ctx: Context; readonly fixture: Fixture }

/** Returns the observed facts. Throws what the service refuses, and `NothingToDo` if nothing was written. */
type Run = (turn: Turn) => Promise<readonly Fact[]>
/** True in states in which an operation is drawn often; null if it is drawn in all, but less often. */
type Condition = ((state: State & Memory) => boolean) | null

/**
 * An operation of the service in which somebody may take part in a change, its review or its action. Without endpoints,
 * a job, a connection or a tracker acts.
 */
export type Operation = { readonly endpoints: readonly Endpoint[]; readonly condition: Condition; readonly run: Run }

type EndpointName = keyof typeof endpoints
const define = (called: EndpointName | readonly EndpointName[], condition: Condition, run: Run): Operation => ({
  endpoints: [called].flat().map((name) => endpoints[name]),
  condition,
  run,
})

/** Returns facts once an act is done. */
async function after(act: Promise<unknown>, facts: readonly Fact[] = []): Promise<readonly Fact[]> {
  await act
  return facts
}

/** An operation wrote nothing. */
export class NothingToDo extends Error {
  override readonly name = 'NothingToDo'
}

function assertDone(isDone: boolean): void {
  if (!isDone) throw new NothingToDo()
}

const took = (who: ActorKey, part: Extract<Fact, { is: 'part' }>['part']): Fact[] =>
  isPerson(who) ? [{ is: 'part', part, who }] : []
const ended = (is: 'completed' | 'waived', who: ActorKey): Fact[] => (isPerson(who) ? [{ is, who }] : [])
/** The person responsible for an action took part in it: for a token, the admin who issued it. */
export const tookAction = (who: ActorKey): Fact[] => [{ is: 'took', who: isPerson(who) ? who : 'ada' }]

const isIn =
  (...statuses: readonly State['status'][]) =>
  ({ status }: State) =>
    statuses.includes(status)
const isWritable = isIn('not_started', 'in_progress')
const isWaiting = isIn('awaiting_sign_off')
const isRequested: Condition = ({ isWaiverRequested }) => isWaiverRequested

/** Saves some steps of the form, the outcome with a new text, so that an answer changes. */
const writeSteps = (steps: readonly ReviewStep[]): Operation =>
  define('saveReviewStep', isWritable, async ({ ctx, reference, who }) => {
    const review = await getReview(ctx, reference)
    for (const step of steps) {
      const { version, form } = review.steps[step]
      const mark = step === 'outcome' ? { justification: `${who} ${ctx.now.toISOString()}` } : {}
      await saveReviewStep(ctx, reference, step, { version, form: { ...form, ...cleanAnswers[step], ...mark } })
    }
    return took(who, 'wrote')
  })

const reviewOperations = {
  start: define('startReview', isIn(null, 'not_started'), ({ ctx }) => after(startReview(ctx, changeNumber))),
  fill: writeSteps(answeredSteps),
  answer: writeSteps(['outcome']),
  submit: define('submitReview', isWritable, ({ ctx, reference, who }) =>
    after(submitReview(ctx, reference), took(who, 'submitted')),
  ),
  withdraw: define('withdrawReview', isWaiting, ({ ctx, reference }) => after(withdrawReview(ctx, reference))),
  complete: define('completeReview', isWritable, ({ ctx, reference, who }) =>
    after(completeReview(ctx, reference, {}), ended('completed', who)),
  ),
  complete_clean: define('completeCleanReviews', isWritable, async ({ ctx, who, choice }) => {
    const { results } = await completeCleanReviews(ctx, { reviews: [changeNumber], dry_run: false }, () =>
      choice === 0 ? 0 : 0.99,
    )
    assertDone(results.some(({ result }) => result === 'completed'))
    return ended('completed', who)
  }),
  sign: define('signOffReview', isWaiting, async ({ ctx, reference, markers, read, who, whom, choice }) => {
    const named = choice === 0 ? 'nobody@nowhere.example' : people[whom].email
    const stated = choice % 3 === 0 ? named : undefined
    const seen = (choice < 6 ? null : read.get(who)) ?? markers
    const { implementer } = await signOffReview(ctx, reference, { ...seen, implementer: stated })
    if (!isPerson(who)) return []
    const isStated = stated !== undefined && implementer === stated
    const signed: Fact = { is: 'signed', who, ...(isStated && { stated: findPersonKey(stated) ?? 'nobody' }) }
    return JSON.stringify(seen) === JSON.stringify(markers) ? [signed] : [{ is: 'signed unread', who }, signed]
  }),
  read: define([], isWaiting, async ({ markers, read, who }) => {
    read.set(who, markers)
    return []
  }),
  send_back: define('returnReview', isWaiting, ({ ctx, reference }) =>
    after(returnReview(ctx, reference, { reason: 'Incomplete.' })),
  ),
  reopen: define('reopenReview', isIn('completed', 'waived'), ({ ctx, reference }) =>
    after(reopenReview(ctx, reference, 'More is known.'), [{ is: 'reopened' }]),
  ),
  waive: define(
    'waiveReview',
    (state) => !state.isWaiverRequested && (isWritable(state) || isWaiting(state)),
    async ({ ctx, reference, who }) => {
      const { status } = await waiveReview(ctx, reference, 'It is not needed.')
      if (status === 'waived') return ended('waived', who)
      return isPerson(who) ? [{ is: 'requested waiver', who }] : []
    },
  ),
  confirm_waiver: define('confirmWaiver', isRequested, async ({ ctx, reference, who, whom, choice }) => {
    const stated = choice % 3 === 0 ? people[whom].email : undefined
    const { implementer } = await confirmWaiver(ctx, reference, stated)
    const parts = stated !== undefined && implementer === stated ? took(whom, 'implemented') : []
    return isPerson(who) ? [...parts, { is: 'waived', who, isConfirmed: true }] : []
  }),
  refuse_waiver: define('refuseWaiver', isRequested, ({ ctx, reference }) =>
    after(refuseWaiver(ctx, reference, 'It is needed.')),
  ),
  assign: define('assignReviews', isWritable, async ({ ctx, whom }) => {
    const { results } = await assignReviews(ctx, { reviews: [changeNumber], reviewer: people[whom].email })
    assertDone(results.some(({ result }) => result === 'done'))
    return []
  }),
  name_service: define(
    'nameService',
    (state) => isWritable(state) && !state.isServiceNamed,
    ({ ctx, who }) => after(nameService(ctx, changeNumber, { service: 'payments-db' }), took(who, 'wrote')),
  ),
  full_form: define('chooseFullForm', isWritable, ({ ctx, reference }) => after(chooseFullForm(ctx, reference))),
  decide: define([], null, async ({ fixture }) => {
    const ctx = fixture.as(fixture.job)
    await decideReviews(ctx)
    await followCancellations(ctx)
    await catchUpDeployments(ctx)
    return [{ is: 'decided' }]
  }),
}

type ImportedRow = Readonly<Record<string, string>>

/** Imports one row. Imports of people may be undone, except that of the action. */
export async function importOne({ ctx, imports }: Pick<Turn, 'ctx' | 'imports'>, kind: ImportKind, row: ImportedRow) {
  const id = await repeatConflicts(() => importRow(ctx, ctx.actor, kind, row))
  if (id === null) throw new NothingToDo()
  if (ctx.actor.kind === 'account' && kind !== 'improvements') imports.push({ id, kind })
}

const readChange = ({ fixture }: Turn) => getChange(fixture.as(people.ada), changeNumber)

async function importChange(turn: Turn, fields: ImportedRow): Promise<void> {
  const { number, title, state } = await readChange(turn)
  await importOne(turn, 'changes', { number, title, state, ...fields })
}

/** Fields of a change that a draw writes, by any operation, and the facts once they are written. */
type Write = (draw: Pick<Draw, 'whom' | 'choice'>) => { readonly fields: ImportedRow; readonly facts: readonly Fact[] }

const toRecordFact = (fields: ImportedRow) => ({ fields, facts: [{ is: 'record', ...fields }] as const })

export function nameImplementer(whom: PersonKey, spelling: Spelling) {
  const text = spellPerson(whom, spelling)
  const unresolved: Fact[] = spelling === 'text' ? [{ is: 'unresolved', text }] : []
  return { fields: { assigned_to: text }, facts: [...took(whom, 'implemented'), ...unresolved] }
}
const implementer: Write = ({ whom, choice }) => nameImplementer(whom, choice < 8 ? 'email' : pick(spellings, choice))
const types = ['emergency', 'normal', 'standard'] as const
const kind: Write = ({ choice }) => toRecordFact({ type: pick(types, choice), risk: choice & 4 ? 'low' : 'high' })
const states = ['implement', 'review', 'closed', 'canceled', 'assess', 'scheduled'] as const
const state: Write = ({ choice }) => toRecordFact({ state: pick(states, choice) })
const late = '2026-03-01T04:00:00.000Z'
const inTime = '2026-03-01T02:55:00.000Z'
const end: Write = ({ choice }) => {
  const isLate = choice % 2 === 0
  return { fields: { actual_end: isLate ? late : inTime }, facts: [{ is: 'record', isLate, isEnded: true }] }
}

const importers = ['runImport', 'importRecords'] as const
const importing = (run: Run): Operation => define(importers, null, run)
const importField = (write: Write): Operation =>
  importing((turn) => after(importChange(turn, write(turn).fields), write(turn).facts))
const put = (write: Write): Operation =>
  define('putChange', null, async (turn) => {
    const { record } = await putChange(turn.ctx, changeNumber, write(turn).fields, unconditional)
    assertDone(record.version !== turn.version)
    return write(turn).facts
  })

/** The operation, as a connection does it. */
const byConnection = ({ run, condition }: Operation): Operation =>
  define([], condition, (turn) => run({ ...turn, ctx: turn.fixture.as(turn.fixture.connection) }))

/** Runs a write of review fields. */
async function writeReviewFields(turn: Turn, write: () => Promise<unknown>): Promise<void> {
  const readFields = async () => {
    const { pir_completed, pir_outcome, pir_date, pir_reference } = await readChange(turn)
    return JSON.stringify([pir_completed, pir_outcome, pir_date, pir_reference])
  }
  const before = await readFields()
  await write()
  assertDone((await readFields()) !== before)
}

/** Runs a write of the incident. Returns whether it is urgent and names the change. */
async function writeIncident({ fixture }: Turn, write: () => Promise<unknown>): Promise<Fact & { is: 'incident' }> {
  const read = async () => {
    const [row] = await fixture.db.select().from(incidents).where(eq(incidents.number, incidentNumber))
    return [row?.relatedChange === changeNumber, row?.priorityLevel ?? 5] as const
  }
  const before = await read()
  await write()
  const [isLinked, level] = await read()
  assertDone(isLinked !== before[0] || level !== before[1])
  return { is: 'incident', isUrgent: isLinked && level <= 2 }
}

const describeIncident = ({ choice }: Draw) => ({
  short_description: 'Card payments time out',
  opened_at: late,
  priority: pick(['1 - Critical', '5 - Planning'], choice),
  related_change: choice % 4 < 3 ? changeNumber : null,
})

const importIncident = importing(async (turn) => {
  const { related_change: change, ...fields } = describeIncident(turn)
  const row = { number: incidentNumber, ...fields, state: 'new', related_change: change ?? '' }
  return [await writeIncident(turn, () => importOne(turn, 'incidents', row))]
})

const changeAccount = (createPatch: (draw: Draw) => Parameters<typeof updateAccount>[2]): Operation =>
  define('updateAccount', null, (turn) => after(updateAccount(turn.ctx, people[turn.whom].id, createPatch(turn))))

const recordOperations = {
  put_implementer: put(implementer),
  put_kind: put(kind),
  put_state: put(state),
  put_end: put(end),
  import_implementer: importField(implementer),
  import_kind: importField(kind),
  import_state: importField(state),
  import_end: importField(end),
  connection_implementer: byConnection(importField(implementer)),
  connection_kind: byConnection(importField(kind)),
  connection_state: byConnection(importField(state)),
  patch: define('updateChange', null, async (turn) => {
    const isCompleted = turn.choice % 3 !== 0
    const patch = isCompleted ? { pir_completed: true, pir_outcome: 'successful' as const } : { pir_completed: false }
    await writeReviewFields(turn, () => updateChange(turn.ctx, changeNumber, patch))
    return took('ada', 'issued')
  }),
  import_outcome: define(importers, isIn(null, 'not_started', 'in_progress'), async (turn) => {
    const outcome = { pir_outcome: pick(['successful', 'failed'], turn.choice), pir_date: '2026-03-09' }
    await writeReviewFields(turn, () =>
      turn.choice % 2 === 0
        ? importOne(turn, 'reviews', { number: changeNumber, ...outcome })
        : importChange(turn, { pir_completed: 'true', ...outcome }),
    )
    return isPerson(turn.who) ? took(turn.who, 'imported') : took('ada', 'issued')
  }),
  deploy: define([], null, async (turn) => {
    const { fixture, choice } = turn
    const before = await readChange(turn)
    const deployment = {
      kind: 'deployment',
      remoteId: `deployment-${choice}`,
      at: choice % 3 === 0 ? late : inTime,
      status: 'succeeded',
      startedAt: `2026-03-01T01:${choice + 10}:00.000Z`,
      createdAt: null,
      service: 'payments-db',
      environment: 'production',
      isProduction: true,
      isRollback: choice % 2 === 1,
      facts: { change: changeNumber, title: null, ref: null, sha: null, url: null, text: null },
    } as const
    await inTransaction(fixture.as(fixture.connection), (tx) =>
      storeDeployments(tx, fixture.connection.id, [deployment]),
    )
    const { version, actual_end: ended } = await readChange(turn)
    assertDone(version !== turn.version)
    const ending: Fact[] =
      ended === before.actual_end
        ? []
        : [{ is: 'record', isEnded: ended !== null, isLate: ended === late, byEvent: true }]
    return [{ is: 'event wrote to change' }, ...ending]
  }),
  put_incident: define('putIncident', null, async (turn) => [
    await writeIncident(turn, () => putIncident(turn.ctx, incidentNumber, describeIncident(turn), unconditional)),
  ]),
  import_incident: importIncident,
  connection_incident: byConnection(importIncident),
  alert: define([], null, async (turn) => {
    const ctx = turn.fixture.as({ kind: 'system', id: alerts.connection, name: 'Alerts' })
    const at = ctx.now.toISOString()
    const firing = [{ key: alerts.key, startedAt: late, resolvedAt: turn.choice % 3 === 2 ? at : null, at }]
    const level = pick([1, 5] as const, turn.choice)
    const event = { kind: 'alerts', groupKey: alerts.group, alerts: firing, title: 'X', service: null, level } as const
    const store = () => inTransaction(ctx, (tx) => storeAlerts(tx, alerts.connection, event))
    return [{ ...(await writeIncident(turn, store)), byEvent: true }]
  }),
  list_person: importing(async (turn) => {
    const { who, whom, ctx } = turn
    const text = spellPerson(whom, 'text')
    await importOne(turn, 'users', { id: `usr_${whom}`, name: text, email: `${whom}@corp.example` })
    return isPerson(who) && findRole(ctx.actor) !== 'admin' ? [{ is: 'listed', text, who }] : []
  }),
  undo_import: define(
    'undoImport',
    ({ imports }) => imports.length > 0,
    async (turn) => {
      const [last] = turn.imports.splice(-1)
      if (!last) throw new NothingToDo()
      await undoMerged(turn.ctx, last)
      const { type, risk, state, actual_end: ended } = await readChange(turn)
      return [{ is: 'record', type, risk: risk ?? 'low', state, isEnded: ended !== null }]
    },
  ),
  rename_account: changeAccount(({ whom, choice }) => ({ name: `${whom} the ${choice}th` })),
  change_role: changeAccount(({ choice }) => ({ role: pick(['reviewer', 'manager', 'admin'] as const, choice) })),
  switch_account: changeAccount(({ choice }) => ({ is_disabled: choice % 2 === 0 })),
  /** Erases somebody while nobody who counts as the same person has an account in use. */
  erase_account: define('erasePerson', null, async ({ ctx, whom }) => {
    const { id, email } = people[whom]
    const twins = [people.vos.id, people.henrike.id].filter((one) => one !== id)
    const switchAll = async (ids: readonly string[], isDisabled: boolean) => {
      for (const one of ids) await updateAccount(ctx, one, { is_disabled: isDisabled }).catch(() => {})
    }
    await switchAll([...twins, id], true)
    await after(erasePerson(ctx, email)).finally(() => switchAll(twins, false))
    return []
  }),
}

/** Fields of the action as created or imported. */
export const createActionFields = (owner: PersonKey) => ({
  title: 'Rehearse upgrades',
  source_ref: changeNumber,
  owner: people[owner].email,
  target_date: '2030-01-01',
})

const isDone = ({ actionStatus }: State) => actionStatus === 'done' || actionStatus === 'verified'
const isLinked: Condition = (state) => state.isLinked
const isRecheckOwed: Condition = (state) => state.isRecheckOwed

/** People edit an action in the browser, tokens of the system of record by PATCH. `by` names the actor in the action. */
const edit = (
  condition: Condition,
  createPatch: (draw: Draw) => ImprovementEdit,
  toFacts: (draw: Draw, after: VersionedImprovement, by: string) => readonly Fact[] = ({ who }) => tookAction(who),
): Operation =>
  define(['editImprovement', 'updateImprovement'], condition, async (turn) => {
    const { actor } = turn.ctx
    const edited = await updateImprovement(turn.ctx, turn.actionId, createPatch(turn))
    return toFacts(turn, edited, actor.kind === 'account' ? actor.email : actor.name)
  })
const isStating = ({ choice }: Draw) => choice % 3 === 0

const actionOperations = {
  own_action: edit(
    null,
    ({ whom }) => ({ owner: people[whom].email }),
    ({ whom }) => tookAction(whom),
  ),
  do_action: edit(
    (state) => !isDone(state),
    () => ({ status: 'done', evidence: 'Log of the rehearsal' }),
    ({ who }, { done_by }, by) => (done_by === by ? tookAction(who) : []),
  ),
  write_evidence: edit(
    null,
    ({ choice, who }) => ({ evidence: `Part ${choice} of ${who}` }),
    ({ who }, { evidence }) => (evidence?.endsWith(` of ${who}`) ? tookAction(who) : []),
  ),
  return_action: edit(
    isDone,
    () => ({ status: 'in_progress', reason: 'It does not work.' }),
    () => [],
  ),
  verify_action: edit(
    ({ actionStatus }) => actionStatus === 'done',
    (draw) => ({
      status: 'verified',
      recheck_on: '2030-01-01',
      ...(isStating(draw) && { closed_by: people[draw.whom].email }),
    }),
    ({ who, ...draw }, { verified_by }, by) => {
      const stated = isStating({ who, ...draw }) && { stated: draw.whom }
      return verified_by === by ? [{ is: 'verified', who: isPerson(who) ? who : null, ...stated }] : []
    },
  ),
  link_issue: define(
    'addIssueLink',
    (state) => !state.isLinked,
    async ({ ctx, fixture, actionId, who }) => {
      await addIssueLink(ctx, actionId, { connection_id: fixture.trackerId, issue: fixture.issueKey })
      await fixture.readTracker()
      return tookAction(who)
    },
  ),
  unlink_issue: define('removeIssueLink', isLinked, ({ ctx, fixture, actionId }) =>
    after(removeIssueLink(ctx, actionId, fixture.trackerId)),
  ),
  close_issue: define([], isLinked, async ({ fixture, actionId, actors, keys, whom, choice }) => {
    const read = () => getImprovement(fixture.as(people.ada), actionId)
    const before = await read()
    assertDone(await fixture.editIssue('Done', choice % 3 === 2 ? 'dev-on-call' : people[whom].name))
    const { status, done_by } = await read()
    const isByToken = [...actors.values()].some(({ kind, name }) => kind === 'token' && name === done_by)
    if (before.status === 'done' || status !== 'done' || isByToken) return []
    const closer = keys.get(done_by ?? '')
    return closer ? tookAction(closer) : [{ is: 'closed by unknown' }]
  }),
  reopen_issue: define([], isLinked, async ({ fixture }) => {
    assertDone(await fixture.editIssue('To Do'))
    return []
  }),
  import_action: importing((turn) => {
    const status = pick(['verified', 'in_progress', 'done'], turn.choice)
    const row = { ...createActionFields(turn.whom), id: turn.actionId, status }
    return after(importOne(turn, 'improvements', row), [...tookAction(turn.who), ...tookAction(turn.whom)])
  }),
  recheck_action: define([], isDone, async ({ fixture, actionId }) => {
    const ctx = fixture.as(fixture.job)
    const { status, ...action } = await getImprovement(ctx, actionId)
    if (status !== 'done' && status !== 'verified') throw new NothingToDo()
    assertDone(await reopenAction(ctx, { ...action, status }, 'INC1', 'INC1 is linked to it.'))
    return []
  }),
  close_recheck: define('settleImprovementLook', isRecheckOwed, async ({ ctx, actionId, keys, choice }) => {
    const before = await getImprovement(ctx, actionId)
    const { status } = await closeRecheck(ctx, actionId, { is_same_failure: choice % 2 === 1, note: 'Another cause' })
    // A restored verification belongs to the person who made it.
    return status === 'verified' ? [{ is: 'verified', who: keys.get(before.verified_by ?? '') ?? null }] : []
  }),
}

/** An operation on one of the rules that ask for a sign-off, which are stored or deleted. */
const defineForRule = (
  endpoint: EndpointName,
  isStored: boolean,
  asks: boolean,
  run: (turn: Turn, rule: { readonly id: string; readonly place: number }) => Promise<unknown>,
): Operation =>
  define(endpoint, isStored ? null : ({ ruleIds }) => ruleIds.includes(null), async (turn) => {
    const fitting = turn.ruleIds.flatMap((id, place) => ((id !== null) === isStored ? [{ id: id ?? '', place }] : []))
    if (fitting.length === 0) throw new NothingToDo()
    const rule = pick(fitting, turn.choice)
    await run(turn, rule)
    return [{ is: 'policy', rule: pick(namesOfRules, rule.place), asks, isPerson: isPerson(turn.who) }]
  })

/** Operations by which people write the rules that ask for a sign-off. */
const policyOperations = {
  ask_less: defineForRule('updatePolicyRule', true, false, ({ ctx, choice }, { id }) =>
    rules.updatePolicyRule(ctx, id, choice < 6 ? { needs_sign_off: false } : { is_active: false }),
  ),
  ask_more: defineForRule('updatePolicyRule', true, true, ({ ctx }, { id }) =>
    rules.updatePolicyRule(ctx, id, { needs_sign_off: true, is_active: true }),
  ),
  delete_rule: defineForRule('deletePolicyRule', true, false, ({ ctx }, { id }) => rules.deletePolicyRule(ctx, id)),
  create_rule: defineForRule('createPolicyRule', false, true, ({ ctx }, { place }) =>
    rules.createPolicyRule(ctx, pick(askingRules, place)),
  ),
  order_rules: define('orderPolicyRules', null, async ({ ctx }) =>
    after(rules.orderPolicyRules(ctx, (await readRules(ctx.db)).map(({ id }) => id).reverse())),
  ),
}

const allOperations = { ...reviewOperations, ...recordOperations, ...actionOperations, ...policyOperations }

export type OperationName = keyof typeof allOperations
export const operations: Readonly<Record<OperationName, Operation>> = allOperations
/** Names of all operations, and of those that change an action. */
export const operationNames = Object.keys(allOperations) as OperationName[]
export const actionOperationNames = Object.keys(actionOperations) as OperationName[]
