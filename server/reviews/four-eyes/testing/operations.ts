import { updateAccount as updateAccountContract } from '#lib/contracts/app/accounts.ts'
import { runImport, undoImport } from '#lib/contracts/app/imports.ts'
import * as actions from '#lib/contracts/app/improvements.ts'
import * as policy from '#lib/contracts/app/policy.ts'
import * as bulk from '#lib/contracts/app/review-bulk.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import * as signing from '#lib/contracts/app/review-sign-off.ts'
import * as contract from '#lib/contracts/app/reviews.ts'
import * as changeWrites from '#lib/contracts/change-writes.ts'
import type { Endpoint } from '#lib/contracts/endpoint.ts'
import type { ImportKind } from '#lib/contracts/import-values.ts'
import { updateImprovement as patchImprovement } from '#lib/contracts/improvements.ts'
import * as incidentWrites from '#lib/contracts/incident-writes.ts'
import { getChange } from '#server/changes/queries.ts'
import { addIssueLink, removeIssueLink } from '#server/connections/trackers/link-commands.ts'
import { storeDeployments } from '#server/deployments/store-deployments.ts'
import { undoMerged } from '#server/import/jobs/testing.ts'
import { closeRecheck } from '#server/improvements/close-recheck.ts'
import { updateImprovement } from '#server/improvements/commands.ts'
import { getImprovement } from '#server/improvements/queries.ts'
import { reopenAction } from '#server/improvements/reopen-action.ts'
import { erasePerson } from '#server/people/erase-person.ts'
import { updateAccount } from '#server/platform/auth/account-commands.ts'
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
import { importRow } from '#server/reviews/testing-reviews.ts'
import {
  type ActorKey,
  askingRules,
  createImplementer,
  type Draw,
  findReference,
  type HistoryRecords,
  isPerson,
  NothingToDo,
  namesOfRules,
  pick,
  toActionFacts,
  toPartFacts,
} from './fixture.ts'
import { type Fact, findPersonKey, type PersonKey, people, spellPerson } from './model.ts'

type Called = Pick<Endpoint, 'name' | 'access' | 'method' | 'tag'>

/** Acts as the caller of `ctx`. Returns the observed facts, and throws the refusals of the service. */
type Run = (ctx: Context, records: HistoryRecords, draw: Draw) => Promise<readonly Fact[]>

/** An operation of the service in which somebody may take part in a change, its review or its action. */
export type Operation = {
  /** Endpoint by which people and the service account call it; null if a job, a connection or a tracker acts. */
  readonly endpoint: Called | null
  /** Endpoint for the token of the system of record, where that differs. */
  readonly scriptEndpoint?: Called | null
  /** Actors who usually use it: most histories draw from them, since the service refuses all others immediately. */
  readonly callers: readonly ActorKey[]
  readonly run: Run
}

const managers: readonly PersonKey[] = ['henrike', 'paolo', 'ada', 'vos']
const reviewers: readonly PersonKey[] = ['noor', 'callum', ...managers]
const editors: readonly ActorKey[] = [...reviewers, 'service', 'script']
/** The owner of an action needs no role to complete it. */
const doers: readonly ActorKey[] = ['vic', ...editors]
const writers: readonly ActorKey[] = [...managers, 'script']
const ruleWriters: readonly ActorKey[] = [...managers, 'service']
const linkers: readonly ActorKey[] = [...reviewers, 'service']
const admins: readonly ActorKey[] = ['ada']

const define = (endpoint: Called | null, callers: readonly ActorKey[], run: Run): Operation => ({
  endpoint,
  callers,
  run,
})

/** An operation that is no fact for the model. */
const defineUnobserved = (
  endpoint: Called | null,
  callers: readonly ActorKey[],
  act: (...args: Parameters<Run>) => Promise<unknown>,
): Operation =>
  define(endpoint, callers, async (...args) => {
    await act(...args)
    return []
  })

/** A move of the review. */
const defineMove = (
  endpoint: Called,
  callers: readonly ActorKey[],
  act: (ctx: Context, reference: string) => Promise<unknown>,
  toFacts: (who: ActorKey) => readonly Fact[] = () => [],
): Operation =>
  define(endpoint, callers, async (ctx, records, { who }) => {
    await act(ctx, await findReference(records))
    return toFacts(who)
  })

/** An operation of an import of managers and admins, or of the token of the system of record. */
const defineImport = (run: Run): Operation => ({ ...define(runImport, writers, run), scriptEndpoint: null })

const defineConnection = (run: Run): Operation =>
  define(null, reviewers, (_, records, draw) => run(records.fixture.as(records.fixture.connection), records, draw))

/** An edit of the action: people edit it in the browser, tokens of the system of record by PATCH. */
const defineEdit = (callers: readonly ActorKey[], run: Run): Operation => ({
  ...define(actions.editImprovement, callers, run),
  scriptEndpoint: patchImprovement,
})

/** Saves some steps of the form, each with a new text, so that each save changes an answer. */
const writeSteps = (steps: readonly ReviewStep[]): Operation =>
  define(contract.saveReviewStep, reviewers, async (ctx, records, { who, choice }) => {
    const review = await getReview(ctx, await findReference(records))
    let saved = 0
    for (const step of steps) {
      const { version, form } = review.steps[step]
      const mark = step === 'outcome' ? { justification: `${who} ${choice} ${ctx.now.toISOString()}` } : {}
      const body = { version, form: { ...form, ...cleanAnswers[step], ...mark } }
      try {
        const written = await saveReviewStep(ctx, review.reference, step, body)
        if (written.saved.version > version) saved += 1
      } catch (error) {
        if (saved === 0) throw error
        break
      }
    }
    return saved === 0 ? [] : toPartFacts('wrote', who)
  })

async function readMarkers(records: HistoryRecords) {
  const ctx = records.fixture.as(people.ada)
  const { submitted_at } = await getReview(ctx, await findReference(records))
  const change = await getChange(ctx, records.number)
  if (submitted_at === null) throw new NothingToDo()
  return { submitted_at, change_updated_at: change.updated_at }
}

const toEndFacts = (is: 'completed' | 'waived', who: ActorKey): Fact[] => (isPerson(who) ? [{ is, who }] : [])

const reviewOperations = {
  start: defineUnobserved(contract.startReview, reviewers, (ctx, { number }) => startReview(ctx, number)),
  fill: writeSteps(answeredSteps),
  answer: writeSteps(['outcome']),
  submit: defineMove(signing.submitReview, reviewers, submitReview, (who) => toPartFacts('submitted', who)),
  withdraw: defineMove(signing.withdrawReview, reviewers, withdrawReview),
  complete: defineMove(
    contract.completeReview,
    reviewers,
    (ctx, reference) => completeReview(ctx, reference, {}),
    (who) => toEndFacts('completed', who),
  ),
  complete_clean: define(bulk.completeCleanReviews, managers, async (ctx, { number }, { who }) => {
    const { results } = await completeCleanReviews(ctx, { reviews: [number], dry_run: false }, () => 0.99)
    return results.some(({ result }) => result === 'completed') ? toEndFacts('completed', who) : []
  }),
  sign: define(signing.signOffReview, managers, async (ctx, records, { who, whom, choice }) => {
    const stated = [undefined, undefined, whom, 'nobody' as const][choice % 4]
    const statedEmail = stated === 'nobody' ? 'nobody@nowhere.example' : stated && people[stated].email
    const now = await readMarkers(records)
    const read = choice < 6 ? {} : (records.read.get(who) ?? now)
    const isStale = choice >= 6 && JSON.stringify(read) !== JSON.stringify(now)
    const body = statedEmail === undefined ? read : { ...read, implementer: statedEmail }
    const { implementer } = await signOffReview(ctx, await findReference(records), body)
    const isStated = stated !== undefined && implementer === statedEmail
    if (!isPerson(who)) return []
    const unread: Fact[] = isStale ? [{ is: 'signed unread', who }] : []
    return [...unread, { is: 'signed', who, ...(isStated && { stated }) }]
  }),
  read: defineUnobserved(null, managers, async (_, records, { who }) =>
    records.read.set(who, await readMarkers(records)),
  ),
  send_back: defineMove(signing.returnReview, managers, (ctx, reference) =>
    returnReview(ctx, reference, { reason: 'Incomplete.' }),
  ),
  reopen: defineMove(
    signing.reopenReview,
    reviewers,
    (ctx, reference) => reopenReview(ctx, reference, 'More is known.'),
    () => [{ is: 'reopened' }],
  ),
  waive: define(signing.waiveReview, managers, async (ctx, records, { who }) => {
    const { status } = await waiveReview(ctx, await findReference(records), 'It is not needed.')
    if (status === 'waived') return toEndFacts('waived', who)
    return isPerson(who) ? [{ is: 'requested waiver', who }] : []
  }),
  confirm_waiver: define(signing.confirmWaiver, managers, async (ctx, records, { who, whom, choice }) => {
    const stated = choice % 3 === 0 ? people[whom].email : undefined
    const { implementer } = await confirmWaiver(ctx, await findReference(records), stated)
    const parts = stated !== undefined && implementer === stated ? toPartFacts('implemented', whom) : []
    return isPerson(who) ? [...parts, { is: 'waived', who, isConfirmed: true }] : []
  }),
  refuse_waiver: defineMove(signing.refuseWaiver, reviewers, (ctx, reference) =>
    refuseWaiver(ctx, reference, 'It is needed.'),
  ),
  assign: defineUnobserved(bulk.assignReviews, ruleWriters, (ctx, { number }, { whom }) =>
    assignReviews(ctx, { reviews: [number], reviewer: people[whom].email }),
  ),
  name_service: define(contract.nameService, reviewers, async (ctx, { number }, { who }) => {
    await nameService(ctx, number, { service: 'mail' })
    return toPartFacts('wrote', who)
  }),
  full_form: defineMove(signing.chooseFullForm, reviewers, chooseFullForm),
  decide: define(null, reviewers, async (_, { fixture }) => {
    await decideReviews(fixture.as(fixture.job))
    await followCancellations(fixture.as(fixture.job))
    return [{ is: 'decided' }]
  }),
}

type ImportedRow = Readonly<Record<string, string>>

/** Writes whatever the version of the record. */
export const unconditional = { expectedVersions: undefined, mustExist: undefined }

/** Fields of a change that a draw writes, by any operation, and the facts once they are written. */
type Write = (draw: Draw) => { readonly fields: ImportedRow; readonly facts: readonly Fact[] }

const toRecordFact = (fields: ImportedRow) => ({ fields, facts: [{ is: 'record', ...fields }] as const })

const types = ['emergency', 'normal', 'standard'] as const
const risks = ['high', 'low'] as const
const states = ['implement', 'review', 'closed', 'canceled', 'assess', 'scheduled'] as const

const implementer: Write = (draw) => {
  const { text, facts } = createImplementer(draw)
  return { fields: { assigned_to: text }, facts }
}
const kind: Write = ({ choice }) => toRecordFact({ type: pick(types, choice), risk: pick(risks, choice >> 2) })
const state: Write = ({ choice }) => toRecordFact({ state: pick(states, choice) })
const end: Write = ({ choice }) => {
  const isLate = choice % 2 === 0
  const actual_end = isLate ? '2026-03-01T04:00:00.000Z' : '2026-03-01T02:55:00.000Z'
  return { fields: { actual_end }, facts: [{ is: 'record', isLate }] }
}

const put = (write: Write): Operation =>
  define(changeWrites.putChange, writers, async (ctx, { number }, draw) => {
    const { fields, facts } = write(draw)
    await putChange(ctx, number, fields, unconditional)
    return facts
  })

/** Imports one row. Returns true if it was written. Imports of people may be undone. */
async function importOne(ctx: Context, { imports }: HistoryRecords, kind: ImportKind, row: ImportedRow) {
  const id = await importRow(ctx, ctx.actor, kind, row)
  if (id !== null && ctx.actor.kind === 'account') imports.push({ id, kind })
  return id !== null
}

async function importChange(ctx: Context, records: HistoryRecords, fields: ImportedRow): Promise<boolean> {
  const { number, title, state } = await getChange(records.fixture.as(people.ada), records.number)
  return importOne(ctx, records, 'changes', { number, title, state, ...fields })
}

const importWrite =
  (write: Write): Run =>
  async (ctx, records, draw) => {
    const { fields, facts } = write(draw)
    return (await importChange(ctx, records, fields)) ? facts : []
  }

const readReviewFields = async ({ fixture, number }: HistoryRecords) => {
  const { pir_completed, pir_outcome, pir_date, pir_reference } = await getChange(fixture.as(people.ada), number)
  return JSON.stringify([pir_completed, pir_outcome, pir_date, pir_reference])
}

const priorities = ['1 - Critical', '5 - Planning'] as const

/** Describes the incident of the history: its urgency, and whether it names the change. */
function createIncident({ number }: HistoryRecords, { choice }: Draw) {
  const priority = pick(priorities, choice)
  const isLinked = choice % 4 < 3
  const facts: Fact[] = [{ is: 'incident', isUrgent: isLinked && priority === priorities[0] }]
  const opened = { short_description: 'Card payments time out', opened_at: '2026-03-01T04:00:00.000Z' }
  return { facts, fields: { ...opened, priority }, related_change: isLinked ? number : null }
}

const importIncident: Run = async (ctx, records, draw) => {
  const { facts, fields, related_change } = createIncident(records, draw)
  const row = { number: `INC-${records.number}`, ...fields, state: 'new', related_change: related_change ?? '' }
  return (await importOne(ctx, records, 'incidents', row)) ? facts : []
}

const recordOperations = {
  put_implementer: put(implementer),
  put_kind: put(kind),
  put_state: put(state),
  put_end: put(end),
  import_implementer: defineImport(importWrite(implementer)),
  import_kind: defineImport(importWrite(kind)),
  import_state: defineImport(importWrite(state)),
  import_end: defineImport(importWrite(end)),
  connection_implementer: defineConnection(importWrite(implementer)),
  connection_kind: defineConnection(importWrite(kind)),
  connection_state: defineConnection(importWrite(state)),
  patch: define(changeWrites.updateChange, ['script'], async (ctx, records, { choice }) => {
    const before = await readReviewFields(records)
    const isCompleted = choice % 3 !== 0
    const patch = isCompleted ? { pir_completed: true, pir_outcome: 'successful' as const } : { pir_completed: false }
    await updateChange(ctx, records.number, patch)
    return (await readReviewFields(records)) === before ? [] : toPartFacts('issued', 'ada')
  }),
  import_outcome: defineImport(async (ctx, records, { who, choice }) => {
    const before = await readReviewFields(records)
    const outcome = { pir_outcome: pick(['successful', 'failed'], choice), pir_date: '2026-03-09' }
    if (choice % 2 === 0) await importOne(ctx, records, 'reviews', { number: records.number, ...outcome })
    else await importChange(ctx, records, { pir_completed: 'true', ...outcome })
    if ((await readReviewFields(records)) === before) return []
    return isPerson(who) ? toPartFacts('imported', who) : toPartFacts('issued', 'ada')
  }),
  deploy: defineConnection(async (ctx, { fixture, number }, { choice }) => {
    const before = await getChange(ctx, number)
    await inTransaction({ ...ctx, db: fixture.db }, (tx) =>
      storeDeployments(tx, fixture.connection.id, [
        {
          kind: 'deployment',
          remoteId: `${number}-${choice}`,
          at: '2026-03-01T02:30:00.000Z',
          status: 'succeeded',
          startedAt: `2026-03-01T01:${choice + 10}:00.000Z`,
          createdAt: null,
          service: 'payments-db',
          environment: 'production',
          isProduction: true,
          isRollback: choice % 2 === 1,
          facts: { change: number, title: null, ref: null, sha: null, url: null, text: null },
        },
      ]),
    )
    return (await getChange(ctx, number)).version === before.version ? [] : [{ is: 'event wrote to change' }]
  }),
  put_incident: define(incidentWrites.putIncident, writers, async (ctx, records, draw) => {
    const { fields, related_change, facts } = createIncident(records, draw)
    await putIncident(ctx, `INC-${records.number}`, { ...fields, related_change }, unconditional)
    return facts
  }),
  import_incident: defineImport(importIncident),
  connection_incident: defineConnection(importIncident),
  list_person: defineImport(async (ctx, records, { who, whom }) => {
    const text = spellPerson(whom, 'text')
    const row = { id: `usr_${records.number}_${whom}`, name: text, email: `${whom}@corp.example` }
    const isWritten = await importOne(ctx, records, 'users', row)
    return isWritten && isPerson(who) && people[who].role !== 'admin' ? [{ is: 'listed', text, who }] : []
  }),
  undo_import: define(undoImport, managers, async (ctx, { fixture, imports, number }) => {
    const last = imports.pop()
    if (!last || last.kind === 'improvements') throw new NothingToDo()
    await undoMerged(ctx, last)
    const { type, risk, state } = await getChange(fixture.as(people.ada), number)
    return [{ is: 'record', type, risk: risk ?? 'low', state }]
  }),
  rename_account: defineUnobserved(updateAccountContract, admins, async (ctx, { fixture }, { whom, choice }) => {
    const name = `Person ${choice}`
    await updateAccount(ctx, people[whom].id, { name })
    fixture.renamed.set(people[whom].id, name)
  }),
  change_role: defineUnobserved(updateAccountContract, admins, async (ctx, { fixture }, { whom, choice }) => {
    const role = pick(['reviewer', 'manager', 'admin'] as const, choice)
    await updateAccount(ctx, people[whom].id, { role })
    fixture.roles.set(people[whom].id, role)
  }),
  switch_account: defineUnobserved(updateAccountContract, admins, async (ctx, { fixture }, { whom, choice }) => {
    await updateAccount(ctx, people[whom].id, { is_disabled: choice % 2 === 0 })
    fixture.changed.add(people[whom].id)
  }),
}

/** Name by which a tracker may name anybody. */
const nickname = 'dev-on-call'

/** Name of the actor as the person who did or verified an action. */
const getActorName = ({ actor }: Context) => (actor.kind === 'account' ? actor.email : actor.name)

const evidence = 'Log of the rehearsal'
const verification = { status: 'verified', recheck_on: '2030-01-01' } as const

/** Person responsible for an action: for a token, the admin who issued it. */
export const getResponsible = (who: ActorKey) => (isPerson(who) ? who : 'ada')

/** Fields of the action as created or imported; its owner is the implementer of the change. */
export const createActionFields = ({ number, actionOwner }: HistoryRecords) => ({
  title: 'Rehearse upgrades',
  source_ref: number,
  owner: people[actionOwner].email,
  target_date: '2030-01-01',
})

/** Imports the action as in a file. Returns true if that wrote anything. */
export const importAction = (ctx: Context, records: HistoryRecords, status: string): Promise<boolean> =>
  importOne(ctx, records, 'improvements', { ...createActionFields(records), id: records.actionId, status })

function findIssue({ fixture, issueKey }: HistoryRecords, status: 'Done' | 'To Do') {
  const issue = fixture.issues.find(Number(issueKey.split('-')[1]))
  if (!issue || issue.status === status) throw new NothingToDo()
  return issue
}

const actionOperations = {
  own_action: defineEdit(editors, async (ctx, { actionId }, { whom }) => {
    await updateImprovement(ctx, actionId, { owner: people[whom].email })
    return toActionFacts(whom)
  }),
  do_action: defineEdit(doers, async (ctx, { actionId }, { who }) => {
    const before = await getImprovement(ctx, actionId)
    const after = await updateImprovement(ctx, actionId, { status: 'done', evidence })
    const isDone = before.status !== 'done' && after.done_by === getActorName(ctx)
    return isDone ? toActionFacts(getResponsible(who)) : []
  }),
  write_evidence: defineEdit(doers, async (ctx, { actionId }, { who, choice }) => {
    const before = await getImprovement(ctx, actionId)
    const after = await updateImprovement(ctx, actionId, { evidence: `${evidence}, part ${choice}` })
    return before.evidence === after.evidence ? [] : toActionFacts(getResponsible(who))
  }),
  return_action: {
    ...defineUnobserved(actions.editImprovement, doers, (ctx, { actionId }) =>
      updateImprovement(ctx, actionId, { status: 'in_progress', reason: 'It does not work.' }),
    ),
    scriptEndpoint: patchImprovement,
  },
  verify_action: defineEdit(editors, async (ctx, { actionId }, { who, whom, choice }) => {
    const before = await getImprovement(ctx, actionId)
    const stated = choice % 3 === 0 ? whom : undefined
    const closer = stated === undefined ? {} : { closed_by: people[stated].email }
    const after = await updateImprovement(ctx, actionId, { ...verification, ...closer })
    if (after.verified_by !== getActorName(ctx) || before.verified_at === after.verified_at) return []
    return [{ is: 'verified', who: isPerson(who) ? who : null, ...(stated !== undefined && { stated }) }]
  }),
  link_issue: define(actions.addIssueLink, linkers, async (ctx, { fixture, actionId, issueKey }, { who }) => {
    await addIssueLink(ctx, actionId, { connection_id: fixture.trackerId, issue: issueKey })
    await fixture.readTracker()
    return toActionFacts(getResponsible(who))
  }),
  unlink_issue: defineUnobserved(actions.removeIssueLink, linkers, (ctx, { fixture, actionId }) =>
    removeIssueLink(ctx, actionId, fixture.trackerId),
  ),
  close_issue: define(null, reviewers, async (_, records, { whom, choice }) => {
    const { fixture, actionId } = records
    const editor = choice % 3 === 2 ? nickname : people[whom].name
    fixture.issues.edit(findIssue(records, 'Done'), { status: 'Done', editor })
    const before = await getImprovement(fixture.as(people.ada), actionId)
    await fixture.readTracker()
    const after = await getImprovement(fixture.as(people.ada), actionId)
    if (before.status === 'done' || after.status !== 'done') return []
    return after.done_by === people[whom].email ? toActionFacts(whom) : [{ is: 'closed by unknown' }]
  }),
  reopen_issue: defineUnobserved(null, reviewers, (_, records) => {
    records.fixture.issues.edit(findIssue(records, 'To Do'), { status: 'To Do' })
    return records.fixture.readTracker()
  }),
  import_action: defineImport(async (ctx, records, { who, choice }) => {
    const isWritten = await importAction(ctx, records, pick(['verified', 'in_progress', 'done'], choice))
    return isWritten ? toActionFacts(getResponsible(who)) : []
  }),
  recheck_action: defineUnobserved(null, reviewers, async (_, { fixture, actionId }) => {
    const ctx = fixture.as(fixture.job)
    const { id, title, owner, status, verified_by } = await getImprovement(ctx, actionId)
    if (status !== 'done' && status !== 'verified') throw new NothingToDo()
    await reopenAction(ctx, { id, title, owner, status, verified_by }, 'INC1', 'INC1 is linked to it.')
  }),
  close_recheck: define(actions.settleImprovementLook, linkers, async (ctx, { actionId }, { choice }) => {
    const before = await getImprovement(ctx, actionId)
    const after = await closeRecheck(ctx, actionId, { is_same_failure: choice % 2 === 1, note: 'Another cause' })
    // A restored verification belongs to the person who made it.
    return after.status === 'verified' ? [{ is: 'verified', who: findPersonKey(before.verified_by) }] : []
  }),
}

const toPolicyFacts = (choice: number, asks: boolean, who: ActorKey): Fact[] => [
  { is: 'policy', rule: pick(namesOfRules, choice), asks, isPerson: isPerson(who) },
]

const patchRule = (createPatch: (choice: number) => policy.PolicyRulePatch): Operation =>
  define(policy.updatePolicyRule, ruleWriters, async (ctx, { fixture }, { who, choice }) => {
    const patch = createPatch(choice)
    await rules.updatePolicyRule(ctx, fixture.ruleIds[pick(namesOfRules, choice)], patch)
    return toPolicyFacts(choice, patch.needs_sign_off === true, who)
  })

/** Operations by which people write the rules that ask for a sign-off. */
const policyOperations = {
  ask_less: patchRule((choice) => (choice < 6 ? { needs_sign_off: false } : { is_active: false })),
  ask_more: patchRule(() => ({ needs_sign_off: true, is_active: true })),
  delete_rule: define(policy.deletePolicyRule, ruleWriters, async (ctx, { fixture }, { who, choice }) => {
    await rules.deletePolicyRule(ctx, fixture.ruleIds[pick(namesOfRules, choice)])
    return toPolicyFacts(choice, false, who)
  }),
  create_rule: define(policy.createPolicyRule, ruleWriters, async (ctx, { fixture }, { who, choice }) => {
    const rule = pick(namesOfRules, choice)
    if ((await readRules(fixture.db)).some(({ id }) => id === fixture.ruleIds[rule])) throw new NothingToDo()
    fixture.ruleIds[rule] = (await rules.createPolicyRule(ctx, askingRules[rule])).id
    return toPolicyFacts(choice, true, who)
  }),
  order_rules: defineUnobserved(policy.orderPolicyRules, ruleWriters, async (ctx, { fixture }) =>
    rules.orderPolicyRules(ctx, (await readRules(fixture.db)).map(({ id }) => id).reverse()),
  ),
}

const drawnOperations = { ...reviewOperations, ...recordOperations, ...actionOperations, ...policyOperations }

const allOperations = {
  ...drawnOperations,
  /** Takes too long for most histories. */
  erase_account: defineUnobserved(null, reviewers, async (_, { fixture }, { whom }) => {
    const asAda = fixture.as(people.ada)
    const ids = [people.vos.id, people.henrike.id, people[whom].id]
    const switchAll = async (isDisabled: boolean) => {
      for (const id of ids) await updateAccount(asAda, id, { is_disabled: isDisabled }).catch(() => {})
    }
    for (const id of ids) fixture.changed.add(id)
    await switchAll(true)
    await erasePerson(asAda, people[whom].email)
    await switchAll(false)
  }),
}

export type OperationName = keyof typeof allOperations
export const operations: Readonly<Record<OperationName, Operation>> = allOperations
/** Names of the operations that histories draw by default, and of those that change an action or the policy. */
export const operationNames = Object.keys(drawnOperations) as OperationName[]
export const actionOperationNames = Object.keys(actionOperations) as OperationName[]
export const policyOperationNames: readonly string[] = Object.keys(policyOperations)
