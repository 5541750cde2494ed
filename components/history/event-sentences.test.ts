import { expect, test } from 'vitest'
import { accountActions, tokenActions } from '#lib/actions/access-actions.ts'
import type { Action } from '#lib/actions/action.ts'
import { allActions } from '#lib/actions/all-actions.ts'
import { improvementActions } from '#lib/actions/improvement-actions.ts'
import type { Piece } from '#lib/actions/pieces.ts'
import {
  decisionActions,
  holidayActions,
  mailActions,
  policyActions,
  ruleActions,
  serviceReviewerActions,
  settingsActions,
} from '#lib/actions/policy-actions.ts'
import {
  articleActions,
  changeActions,
  commentActions,
  connectionActions,
  importActions,
  incidentActions,
  questionActions,
  voteActions,
} from '#lib/actions/record-actions.ts'
import { reviewActions } from '#lib/actions/review-actions.ts'
import type { WordedEvent } from './entity-kinds.ts'
import { eventWords } from './event-sentences.ts'
import { fieldChangesOf } from './field-change.ts'

const names = {
  'ada@example.org': 'Ada Öberg',
  'noor@example.org': 'Noor Haddad',
  imp_1: 'Rehearse the upgrade',
  kb_1: 'Time an upgrade on a copy',
  acc_1: 'Ada Öberg',
  tok_1: 'Sync',
  rule_1: 'Emergency change',
  rule_2: 'High risk',
  grp_1: 'Database team',
  cmt_1: 'PIR-2026-0042',
  qst_1: 'PIR-2026-0042',
  con_1: 'ServiceNow',
  import_2: 'incidents.csv',
}

const textOf = (pieces: readonly Piece[]) =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : 'record' in piece ? piece.record : 'at some time'))
    .join('')

const to = (value: unknown) => ({ from: null, to: value })
const between = (from: unknown, later: unknown) => ({ from, to: later })
const at = '2026-11-22T18:16:21.431Z'
const conditions = {
  types: ['emergency'],
  risks: ['high', 'very_high'],
  close_codes: [],
  overrun_minutes: null,
  incident_priority: null,
  is_unauthorized: false,
  sample_percent: null,
}
const change = 'CHG0000042'
const pir = 'PIR-2026-0042'

type Case = [action: Action, id: string, changes: WordedEvent['changes'], sentence: string]

const submitter = { submitted_by: to('ada@example.org') }
const opening = {
  status: to('not_started'),
  reviewer: to('ada@example.org'),
  form_kind: to('full'),
  due_on: to('2026-12-01'),
  reasons: to(['Emergency change: Type is emergency']),
}
const completion = { status: between('in_progress', 'completed'), pir_outcome: to('failed') }
const hidden = between('(hidden)', '(hidden)')
const ended = { session_version: between(1, 2) }

/** An example of each action that has a sentence of its own. */
const declared: Case[] = [
  [reviewActions.create, pir, opening, `opened the review ${pir} for Ada Öberg, due 01 Dec 2026`],
  [
    reviewActions.started,
    pir,
    { change_number: to(change), reviewer: to('ada@example.org') },
    `started the review ${pir}`,
  ],
  [reviewActions.begun, pir, { status: between('not_started', 'in_progress') }, `started the review ${pir}`],
  [
    reviewActions.saved,
    pir,
    {
      'plan.notes': between('', 'x'),
      'plan.is_objective_met': to('partly'),
      'plan.steps.backout_plan/1#00000000': to({ key: 'k', result: 'skipped', note: 'Not needed' }),
      'outcome.justification': to('y'.repeat(300)),
      'lessons.drafts.d1': to({ key: 'd1', title: 'Copy first', content: 'Long', polarity: 'negative' }),
    },
    `saved Plan, Outcome and Lessons of the review ${pir}`,
  ],
  [
    reviewActions.submitted,
    pir,
    { status: between('in_progress', 'awaiting_sign_off'), ...submitter },
    `submitted the review ${pir} for sign-off`,
  ],
  [
    reviewActions.submitted_through_api,
    pir,
    { submitted_through: to('api') },
    `submitted the review ${pir} for sign-off`,
  ],
  [reviewActions.withdrawn, pir, { status: between('awaiting_sign_off', 'in_progress') }, `withdrew the review ${pir}`],
  [
    reviewActions.returned,
    pir,
    { return_reason: to('Plan step 3 has no note.') },
    `sent back the review ${pir}: “Plan step 3 has no note.”`,
  ],
  [
    reviewActions.signed_off,
    pir,
    { ...completion, signed_off_by: to('Noor Haddad') },
    `signed off the review ${pir} with the outcome Failed`,
  ],
  [reviewActions.completed, pir, completion, `completed the review ${pir} with the outcome Failed`],
  [reviewActions.completed_through_api, pir, { completed_through: to('api') }, `completed the review ${pir}`],
  [reviewActions.reopened, pir, { reopen_reason: to('New incident.') }, `reopened the review ${pir}: “New incident.”`],
  [reviewActions.reopened_through_api, pir, { reopen_reason: to('Set.') }, `reopened the review ${pir}: “Set.”`],
  [
    reviewActions.recalled,
    pir,
    { reopen_reason: to('Written since.') },
    `reopened the review ${pir}: “Written since.”`,
  ],
  [reviewActions.restored, pir, { reopen_reason: to('Not canceled.') }, `reopened the review ${pir}: “Not canceled.”`],
  [reviewActions.waived, pir, { waive_reason: to('A duplicate.') }, `waived the review ${pir}: “A duplicate.”`],
  [
    reviewActions.assigned,
    pir,
    { reviewer: between('ada@example.org', 'noor@example.org'), delegate_for: to('ada@example.org') },
    `reassigned the review ${pir} from Ada Öberg to Noor Haddad in place of Ada Öberg`,
  ],
  [reviewActions.reminded, pir, { reminded_at: to(at) }, `sent a reminder of the review ${pir}`],
  [
    reviewActions.switched_to_full_form,
    pir,
    { form_kind: between('short', 'full') },
    `switched the review ${pir} to the full form`,
  ],
  [
    reviewActions.drawn,
    pir,
    { form_kind: between('short', 'full') },
    `drew the review ${pir} at random for the full form`,
  ],
  [reviewActions.reasons_added, pir, { reasons: to(['High risk: Overran']) }, `added a reason to the review ${pir}`],
  [
    decisionActions.create,
    change,
    { is_owed: to(true), reasons: to(['Emergency change: Type is emergency']), due_on: to('2026-12-01') },
    `decided that the change ${change} needs a review: Emergency change: Type is emergency`,
  ],
  [
    decisionActions.update,
    change,
    { is_owed: between(false, true) },
    `decided again that the change ${change} needs a review`,
  ],
  [changeActions.create, change, { title: to('Restart'), state: to('new') }, `recorded the change ${change}`],
  [
    changeActions.reviewed,
    change,
    {
      pir_completed: between(false, true),
      pir_outcome: to('failed'),
      pir_reference: to(pir),
      pir_date: to('2026-12-01'),
    },
    `marked the change ${change} as reviewed with the outcome Failed`,
  ],
  [
    changeActions.not_reviewed,
    change,
    { pir_completed: between(true, false) },
    `marked the change ${change} as not reviewed`,
  ],
  [
    changeActions.dismissed,
    change,
    { dismissed_because: to('A test.') },
    `dismissed the change ${change} as not worth a review: “A test.”`,
  ],
  [
    changeActions.found_unauthorized,
    change,
    { is_unauthorized: between(false, true) },
    `found that the change ${change} was not authorized`,
  ],
  [
    improvementActions.create,
    'imp_1',
    { title: to('Rehearse'), owner: to('ada@example.org'), target_date: to('2026-12-01'), status: to('open') },
    'registered the action “Rehearse the upgrade” for Ada Öberg, due 01 Dec 2026',
  ],
  [
    improvementActions.started,
    'imp_1',
    { status: between('open', 'in_progress') },
    'started the action “Rehearse the upgrade”',
  ],
  [
    improvementActions.done,
    'imp_1',
    { status: between('open', 'done'), done_at: to(at), evidence: to('Ran it') },
    'marked the action “Rehearse the upgrade” as done',
  ],
  [
    improvementActions.verified,
    'imp_1',
    { verified_at: to(at), recheck_on: to('2027-01-05') },
    'verified the action “Rehearse the upgrade”',
  ],
  [
    improvementActions.unverified,
    'imp_1',
    { status: between('verified', 'done') },
    'changed the action “Rehearse the upgrade”, which is to be verified again',
  ],
  [
    improvementActions.cancelled,
    'imp_1',
    { reason: to('No longer needed') },
    'cancelled the action “Rehearse the upgrade”: “No longer needed”',
  ],
  [
    improvementActions.reopened,
    'imp_1',
    { status: between('done', 'in_progress') },
    'reopened the action “Rehearse the upgrade”',
  ],
  [
    improvementActions.moved_back,
    'imp_1',
    { status: between('in_progress', 'open') },
    'moved the action “Rehearse the upgrade” back to Open',
  ],
  [
    improvementActions.recalled,
    'imp_1',
    { look_reason: to('INC2 reads like INC1.') },
    'reopened the action “Rehearse the upgrade” for a recheck: “INC2 reads like INC1.”',
  ],
  [
    improvementActions.rechecked,
    'imp_1',
    { look_since: between(at, null), look_note: to('Another cause') },
    'rechecked the action “Rehearse the upgrade”: “Another cause”',
  ],
  [
    improvementActions.escalated,
    'imp_1',
    { escalated_at: to(at) },
    'escalated the action “Rehearse the upgrade” to the managers, because it is overdue',
  ],
  [
    articleActions.create,
    'kb_1',
    { content: to('# x'), metadata: to({ article_type: 'lesson' }) },
    'published the lesson “Time an upgrade on a copy”',
  ],
  [
    voteActions.create,
    'kb_1',
    { is_useful: to(true), change_number: to(change) },
    `rated the article “Time an upgrade on a copy” as useful for the change ${change}`,
  ],
  [
    voteActions.update,
    'kb_1',
    { is_useful: between(true, false) },
    'rated the article “Time an upgrade on a copy” as not useful',
  ],
  [
    voteActions.delete,
    'kb_1',
    { is_useful: between(true, null) },
    'withdrew their vote on the article “Time an upgrade on a copy”',
  ],
  [commentActions.create, 'cmt_1', { reference: to(pir), body: to('Hello') }, `commented on the review ${pir}`],
  [commentActions.update, 'cmt_1', { body: between('Hello', 'Hello there') }, `edited a comment on the review ${pir}`],
  [commentActions.delete, 'cmt_1', { reference: between(pir, null) }, `deleted a comment on the review ${pir}`],
  [
    questionActions.create,
    'qst_1',
    { reference: to(pir), requester: to('ada@example.org'), question: to('Did it work?') },
    `asked Ada Öberg about the review ${pir}: “Did it work?”`,
  ],
  [questionActions.update, 'qst_1', { expires_at: to(at) }, `changed a question about the review ${pir}`],
  [
    questionActions.answered,
    'qst_1',
    { answer: to('partly'), remark: to('Slow'), answered_through: to('link') },
    `replied to a question about the review ${pir}: It worked in part`,
  ],
  [
    incidentActions.cause_confirmed,
    'INC1',
    { caused_by_change: to(change) },
    `confirmed that the change ${change} caused the incident INC1`,
  ],
  [
    incidentActions.cause_withdrawn,
    'INC1',
    { caused_by_change: between(change, null) },
    `no longer confirms that the change ${change} caused the incident INC1`,
  ],
  [
    accountActions.create,
    'acc_1',
    { name: to('Ada Öberg'), role: to('manager') },
    'created the account of Ada Öberg as Manager',
  ],
  [
    accountActions.disabled,
    'acc_1',
    { is_disabled: between(false, true), ...ended },
    'disabled the account of Ada Öberg',
  ],
  [accountActions.enabled, 'acc_1', { is_disabled: between(true, false) }, 'enabled the account of Ada Öberg'],
  [accountActions.password_set, 'acc_1', { password: hidden, ...ended }, 'set a new password for Ada Öberg'],
  [accountActions.password_changed, 'acc_1', { password: hidden, ...ended }, 'changed their password'],
  [
    accountActions.password_reset,
    'acc_1',
    { password: hidden, reset_through: to('mail') },
    'set a new password by a mailed link',
  ],
  [accountActions.invitation_accepted, 'acc_1', { password: hidden }, 'accepted the invitation'],
  [accountActions.invited, 'acc_1', { invited_until: to(at) }, 'invited Ada Öberg'],
  [accountActions.invited_again, 'acc_1', { invited_until: between(at, at) }, 'invited Ada Öberg again'],
  [
    accountActions.invitation_revoked,
    'acc_1',
    { invited_until: between(at, null) },
    'revoked the invitation of Ada Öberg',
  ],
  [
    accountActions.absence_set,
    'acc_1',
    { away_until: to('2026-12-24'), delegate: to('noor@example.org') },
    'is away until 24 Dec 2026, represented by Noor Haddad',
  ],
  [accountActions.absence_removed, 'acc_1', { away_until: between('2026-12-24', null) }, 'removed their absence'],
  [accountActions.session_ended, 'acc_1', { session: between('Firefox', null) }, 'ended one of their sessions'],
  [accountActions.other_sessions_ended, 'acc_1', { sessions: between(3, 1) }, 'ended all their other sessions'],
  [accountActions.sessions_ended, 'acc_1', ended, 'ended all sessions of the account of Ada Öberg'],
  [
    accountActions.linked,
    'acc_1',
    { provider_subject: to('sub-1') },
    'linked the account of Ada Öberg to the identity provider',
  ],
  [
    accountActions.unlinked,
    'acc_1',
    { provider_subject: between('sub-1', null) },
    'unlinked the account of Ada Öberg from the identity provider',
  ],
  [tokenActions.revoked, 'tok_1', { revoked_at: to(at) }, 'revoked the API token “Sync”'],
  [
    policyActions.reordered,
    'rules',
    { order: between(['rule_1', 'rule_2'], ['rule_2', 'rule_1']) },
    'changed the order of the rules',
  ],
  [ruleActions.switched_on, 'rule_1', { is_active: between(false, true) }, 'switched on the rule “Emergency change”'],
  [ruleActions.switched_off, 'rule_1', { is_active: between(true, false) }, 'switched off the rule “Emergency change”'],
  [
    serviceReviewerActions.create,
    'payments-db',
    { reviewer: to('ada@example.org') },
    'made Ada Öberg the reviewer of the service payments-db',
  ],
  [
    serviceReviewerActions.update,
    'payments-db',
    { reviewer: to('ada@example.org') },
    'made Ada Öberg the reviewer of the service payments-db',
  ],
  [
    serviceReviewerActions.delete,
    'payments-db',
    { reviewer: between('ada@example.org', null) },
    'removed the reviewer of the service payments-db',
  ],
  [
    holidayActions.create,
    '2026-12-25',
    { day: to('2026-12-25'), name: to('Christmas') },
    'added the holiday 25 Dec 2026 (Christmas)',
  ],
  [
    holidayActions.delete,
    '2026-12-25',
    { day: between('2026-12-25', null), name: between('Christmas', null) },
    'removed the holiday 25 Dec 2026 (Christmas)',
  ],
  [settingsActions.update, 'settings', { smtp_port: between(25, 587) }, 'changed the settings'],
  [mailActions.retried, 'mail_1', { retried: between('refused', 'Digest') }, 'tried the mail “Digest” again'],
  [
    importActions.create,
    'import_2',
    { file: to('incidents.csv'), records: to('incidents'), rows: to(1200) },
    'imported 1,200 rows of incidents from incidents.csv',
  ],
  [
    importActions.undone,
    'import_2',
    { file: to('incidents.csv'), undone_at: to(at), restored: to(2) },
    'undid an import of incidents.csv',
  ],
  [
    importActions.file_deleted,
    'import_2',
    { file_stored: between(true, false) },
    'deleted the file of the import import_2',
  ],
  [
    connectionActions.event_retried,
    'con_1',
    { evt1: between('failed', 'waiting') },
    'retried an event of the connection “ServiceNow”',
  ],
  [
    connectionActions.write_decided,
    'con_1',
    { CHG1: between('conflict', 'dropped') },
    'decided about a write of the connection “ServiceNow”',
  ],
]

/** Entries whose action has no sentence of its own, or which have no name: the write is described by its fields. */
const general: Case[] = [
  [
    reviewActions.update,
    pir,
    { status: between('in_progress', 'awaiting_sign_off'), submitted_by: to('ada@example.org') },
    `changed the status and submitter in the review ${pir}`,
  ],
  [
    reviewActions.update,
    pir,
    { 'plan.actual_start': between('2026-11-22T18:00:00.000Z', at) },
    `changed the start of the work in the review ${pir} from at some time to at some time`,
  ],
  [
    reviewActions.update,
    pir,
    { 'risk.verdict': to('too_low') },
    `set the verdict on the risk rating in the review ${pir} to Rated too low`,
  ],
  [
    reviewActions.update,
    pir,
    { 'plan.steps.implementation_plan/stages/0#fb337a22.result': between('done', 'deviated') },
    `changed the result of step 1 of the implementation plan in the review ${pir} from Done to Deviated`,
  ],
  [
    reviewActions.update,
    pir,
    { 'incidents.decisions.INC0200328': to({ incident: 'INC0200328', decision: 'rejected', reason: 'Began before' }) },
    `set the decision on INC0200328 in the review ${pir} to Unrelated to the change (Began before)`,
  ],
  [
    changeActions.update,
    change,
    { pir_outcome: between('successful_with_issues', null) },
    `cleared the outcome of the change ${change}, which was Successful with issues`,
  ],
  [
    changeActions.update,
    change,
    { close_code: between('backed_out', 'failed'), actual_end: to(at) },
    `changed the close code and end of the work of the change ${change}`,
  ],
  [
    improvementActions.update,
    'imp_1',
    { target_date: between('2026-12-01', '2026-12-24') },
    'changed the due date of the action “Rehearse the upgrade” from 01 Dec 2026 to 24 Dec 2026',
  ],
  [improvementActions.delete, 'imp_9', { title: between('Rehearse', null) }, 'deleted the action “Rehearse”'],
  [
    accountActions.update,
    'acc_1',
    { role: between('viewer', 'manager'), ...ended },
    'changed the role of the account of Ada Öberg from Viewer to Manager',
  ],
  [
    ruleActions.update,
    'rule_1',
    { assignment: between({ kind: 'nobody' }, { kind: 'group', group_id: 'grp_1' }) },
    'changed the assignment of reviews of the rule “Emergency change” from Assigned to nobody to Assigned in turn: Database team',
  ],
  [
    ruleActions.update,
    'rule_1',
    { conditions: between({ ...conditions, risks: [] }, conditions), due_business_days: between(10, 5) },
    'changed the conditions and business days until reviews are due of the rule “Emergency change”',
  ],
  [ruleActions.create, 'rule_1', { name: to('Emergency change') }, 'created the rule “Emergency change”'],
]

/** What only the disclosure shows: values of enumerations, times as recorded, paths of fields. */
const raw = /[a-z]_[a-z]|\d{4}-\d\d-\d\d|\dT\d|\bnull\b|[a-z]\.[a-z]+\.|#[0-9a-f]{8}|@|\{|\[|(rule|grp|imp|acc)_/
const withoutFiles = (text: string) => text.replaceAll('incidents.csv', '').replaceAll('import_2', '')

const eventOf = ({ entity, name, writes }: Action, id: string, changes: WordedEvent['changes']): WordedEvent => ({
  entity_type: entity,
  entity_id: id,
  action: writes,
  action_name: name,
  changes,
  names,
})

test.each(
  [...declared, ...general].map(([action, ...rest]) => [`${action.entity} ${action.name}`, action, ...rest] as const),
)('%s', (_, action, id, changes, expected) => {
  const event = eventOf(action, id, changes)
  const { sentence, fields } = eventWords(event, { isAdmin: true })
  expect(textOf(sentence)).toBe(expected)
  const shown = [
    textOf(sentence),
    ...[...fields, ...fieldChangesOf(event)].map(
      ({ noun, before, after }) => `${noun}: ${textOf([...(before ?? []), ' ', ...(after ?? [])])}`,
    ),
  ]
  expect(shown.filter((text) => raw.test(withoutFiles(text)))).toEqual([])
})

test('every action with a sentence has an example above', () => {
  const shown = new Set(declared.map(([action]) => action))
  expect(allActions.filter((action) => action.sentence && !shown.has(action))).toEqual([])
})

test('an entry without a name, or with an unknown one, has the sentence of its plain write', () => {
  const changes = { status: between('in_progress', 'completed'), pir_outcome: to('failed') }
  const event = eventOf(reviewActions.completed, pir, changes)
  for (const action_name of [null, 'of_a_later_version']) {
    const { sentence } = eventWords({ ...event, action_name }, { isAdmin: true })
    expect(textOf(sentence)).toBe(`changed the status and outcome in the review ${pir}`)
  }
  const created = eventOf(changeActions.create, change, {})
  expect(textOf(eventWords({ ...created, action_name: null }, { isAdmin: true }).sentence)).toBe(
    `recorded the change ${change}`,
  )
  const unknown = { ...created, entity_type: 'review_policy', entity_id: 'x', action: 'update' } as const
  expect(
    textOf(eventWords({ ...unknown, changes: { is_strict: between(false, true) } }, { isAdmin: true }).sentence),
  ).toBe('changed the is strict of the review policy x from No to Yes')
})

test('names a person only as themselves when they change their own account', () => {
  const own = { ...eventOf(accountActions.sessions_ended, 'acc_1', ended), actor_name: 'Ada Öberg' }
  expect(textOf(eventWords(own, { isAdmin: false }).sentence)).toBe('ended all sessions of their own account')
})

test('does not name the record whose page it is', () => {
  const event = eventOf(changeActions.not_reviewed, change, { pir_completed: between(true, false) })
  expect(eventWords(event, { isAdmin: false, here: change }).sentence).toEqual([
    'marked ',
    'the change',
    ' as not reviewed',
  ])
})

test('lists the changes that a sentence leaves out', () => {
  const changes = { status: between('in_progress', 'done'), done_at: to(at), evidence: to('Ran it on a copy') }
  const { fields } = eventWords(eventOf(improvementActions.done, 'imp_1', changes), { isAdmin: false })
  expect(fields).toMatchObject([{ noun: 'evidence', before: ['none'], after: ['Ran it on a copy'] }])
})

test('says that a write came through the API', () => {
  const event = { ...eventOf(reviewActions.completed_through_api, pir, {}), actor_kind: 'token' }
  expect(textOf(eventWords(event, { isAdmin: false }).sentence)).toBe(`completed the review ${pir} through the API`)
})

test.each([
  ['import_1', ' by an import of changes.csv'],
  ['import_1:undo', ' by undoing an import of changes.csv'],
  ['import_3', ' by an import'],
])('says which import wrote: %s', (request_id, ending) => {
  const event: WordedEvent = {
    ...eventOf(changeActions.update, 'CHG1', { title: between('One', 'Uno') }),
    action_name: null,
    actor_kind: 'import',
    request_id,
    names: { import_1: 'changes.csv' },
  }
  expect(textOf(eventWords(event, { isAdmin: false }).sentence).endsWith(ending)).toBe(true)
})
