import type { SettingKey } from '#lib/contracts/app/setting-definitions.ts'
import type { ChangeWrite } from '#lib/contracts/change-writes.ts'
import type { ChangeRecord } from '#lib/contracts/changes.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import type { Incident } from '#lib/contracts/incidents.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { lowerFirst } from '#lib/text/first-letter.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'

/** Fields of records and settings whose writes the history shows. */
type ShownField = Exclude<
  keyof ChangeRecord | keyof ChangeWrite | keyof Incident | keyof Improvement | SettingKey,
  'created_at' | 'updated_at'
>
/** Keys that are not nouns: they read as a verb or end in a preposition. Each needs an entry in `nouns`. */
type NonNounKey =
  | `${'has' | 'is' | 'needs'}_${string}`
  | `${string}_${'at' | 'by' | 'for' | 'from' | 'on' | 'since' | 'through' | 'to' | 'until'}`

/** Nouns for fields whose key does not read as one, such as `close_code`. */
const nouns = {
  actual_end: 'end of the work',
  actual_start: 'start of the work',
  answer: 'reply',
  answered_through: 'channel of the reply',
  approved_at: 'time of the approval',
  approved_by: 'approver',
  assigned_through: 'reason of the assignment',
  assigned_to: 'implementer',
  assignment: 'assignment of reviews',
  away_from: 'first day away',
  away_until: 'last day away',
  body: 'text',
  caused_by_change: 'causing change',
  close_code_words: 'meaning of close codes',
  completed_through: 'way of completion',
  content: 'text',
  copied_at: 'time of the restore',
  decided_at: 'time of the decision',
  closed_by: 'person who closed its issue',
  delegate_for: 'person for whom they stand in',
  dismissed_because: 'reason for dismissing it',
  done_at: 'time when it was done',
  done_by: 'person who did it',
  due_business_days: 'business days until reviews are due',
  due_on: 'due date',
  escalated_at: 'time of the escalation',
  expires_at: 'expiry',
  form_kind: 'form',
  held_because: 'reason of the legal hold',
  improvement_retention_days: 'days that actions stay',
  invited_until: 'invitation',
  is_active: 'use of the rule',
  is_disabled: 'account being disabled',
  is_owed: 'need for a review',
  is_sampled: 'random sample',
  is_setup_dismissed: 'checklist of the first run',
  is_shared: 'sharing',
  is_stub: 'place of a missing record',
  is_unauthorized: 'missing authorization',
  justification: 'reasoning for the outcome',
  look_note: 'result of the recheck',
  look_reason: 'reason for the recheck',
  look_since: 'start of the recheck',
  mail_from: 'sender of mail',
  mail_retention_days: 'days that mail stays in the outbox',
  needs_sign_off: 'need for sign-off',
  oidc_trust_email: 'trust in unverified e-mail addresses',
  opened_at: 'time when it was opened',
  original_because: 'reason for being the real one',
  outcome_words: 'meaning of outcomes',
  pir_completed: 'completion of the review',
  pir_date: 'date of the review',
  pir_outcome: 'outcome',
  pir_reference: 'reference of the review',
  provider_subject: 'link to the identity provider',
  publishes: 'mark for publication',
  recheck_on: 'recheck date',
  refuse_reason: 'reason for refusing',
  released_because: 'reason for releasing it',
  reminded_at: 'last reminder',
  retention_days: 'days of the retention',
  reopen_reason: 'reason for reopening',
  extend_reason: 'reason for extending',
  proposed_by: 'person who proposed it',
  requested_by: 'requester',
  requested_waiver: 'reason for waiving',
  resolved_at: 'time when it was resolved',
  return_reason: 'reason for sending it back',
  return_step: 'step that it was sent back to',
  revoked_at: 'time of the revocation',
  rolled_back_at: 'time of the rollback',
  search: 'filters',
  session_version: 'sessions',
  signed_off_by: 'signer',
  source_ref: 'source',
  source_type: 'kind of source',
  submitted_by: 'submitter',
  submitted_through: 'way of submission',
  target_date: 'due date',
  verified_at: 'time of the verification',
  verified_by: 'verifier',
  waiver_requested_by: 'person who requested the waiver',
  webhook_retention_days: 'days that deliveries of webhooks stay',
  witness_key: 'key of the witness',
  witness_url: 'witness',
} satisfies Readonly<Record<Extract<ShownField, NonNounKey>, string>> & Readonly<Record<string, string>>

/** Returns a field of an entry as a noun: `outcome`, `due date`, `result of step 1 of the implementation plan`. */
export function getFieldNoun(path: string): string {
  const entry = /^(plan\.steps|plan\.checks|incidents\.decisions|lessons\.drafts)\.(.+?)(?:\.([a-z_]+))?$/.exec(path)
  if (entry) return entryNoun(entry[1], entry[2] ?? '', entry[3])
  return findQuestion(path)?.noun ?? findNoun(getLastSegment(path))
}

/** Returns the last name in a path: `plan.steps.<key>.result` gives `result`. */
export const getLastSegment = (path: string): string => /[a-z_]+$/i.exec(path)?.[0] ?? path

function entryNoun(list: string | undefined, key: string, field: string | undefined): string {
  if (list === 'plan.steps') return field === 'note' ? `note on ${stepNoun(key)}` : `result of ${stepNoun(key)}`
  if (list === 'incidents.decisions') return `${field === 'reason' ? 'reason' : 'decision'} on ${key}`
  if (list === 'plan.checks') return `${field === 'note' ? 'remark on' : 'answer to'} the check ${key}`
  return field === undefined ? 'lesson' : `${findNoun(field)} of a lesson`
}

/** `implementation_plan/stages/0#fb337a22` gives `step 1 of the implementation plan`. */
function stepNoun(key: string): string {
  const [document = '', ...path] = key.replace(/#[^/]*$/, '').split('/')
  const place = path.flatMap((part) => (/^\d+$/.test(part) ? [Number(part) + 1] : []))
  const step = place.length === 0 ? 'a step' : `step ${place.join('.')}`
  return `${step} of the ${humaniseKey(document).toLowerCase()}`
}

function findNoun(key: string): string {
  const noun = (nouns as Readonly<Record<string, string>>)[key]
  const kept = /^(.+)_retention_days$/.exec(key)?.[1]
  return noun ?? (kept ? `days that ${kept}s stay` : lowerFirst(humaniseKey(key)))
}
