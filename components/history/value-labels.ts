import { joinPieces, type Piece } from '#lib/actions/action.ts'
import type { PolicyConditions, RuleAssignment } from '#lib/contracts/app/policy.ts'
import type { Measure } from '#lib/contracts/measures.ts'
import { lessonMarkLabels } from '#lib/domain/articles/lesson-marks.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { describeReason } from '#lib/domain/policy/change-words.ts'
import { noConditions } from '#lib/domain/policy/default-rules.ts'
import { describeAssignment, describeConditions } from '#lib/domain/policy/describe-policy.ts'
import { describePromise } from '#lib/report/measure-picture.ts'
import { decisionLabels, planResultLabels, polarityLabels, reviewStatusLabels } from '#lib/review/labels.ts'
import { type CheckEntry, wordCheck, wordCheckAnswer } from '#lib/review/questions/checks.ts'
import { describeAnswer } from '#lib/review/questions/kinds.ts'
import { outcomeLabels } from '#lib/review/questions/outcome-criteria.ts'
import { findQuestion } from '#lib/review/questions/steps.ts'
import { replyLabels } from '#lib/review/requester-replies.ts'
import { humaniseKey } from '#lib/text/humanise-key.ts'
import { quote } from '#lib/text/quote.ts'
import { formatDay } from '#lib/time/format-time.ts'
import { getFieldNoun, getLastSegment } from './field-labels.ts'

type NamesById = Readonly<Record<string, string>>

const formLabels = { full: 'Full form', short: 'Short form' }

/** Labels by field and value. An empty record marks a field whose values are readable words. */
const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  answer: replyLabels,
  answered_through: { account: 'In Hindsight', link: 'By the link in the mail' },
  article_type: {},
  close_code: outcomeLabels,
  completed_through: { api: 'API', review: 'Review form' },
  submitted_through: { api: 'API' },
  decision: decisionLabels,
  form: formLabels,
  form_kind: formLabels,
  lesson_mark: lessonMarkLabels,
  pir_outcome: outcomeLabels,
  polarity: polarityLabels,
  priority: {},
  result: planResultLabels,
  return_step: {},
  risk: {},
  role: {},
  scope: {},
  source_type: { pir: 'Review' },
  state: {},
  status: { ...reviewStatusLabels, ...improvementStatusLabels },
  system: { itsm: 'ITSM', platform: 'Platform' },
  type: {},
}

const fieldsOfFields: ReadonlySet<string> = new Set(['field', 'proposed_field', 'proposed_fields'])

const maxShort = 80
const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/
const dayPattern = /^\d{4}-\d\d-\d\d$/
const snakeCase = /^[a-z]+(_[a-z]+)+$/

export const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Describes the value of a field, by its path or name; null if it is too long for a sentence. */
export function describeFieldValue(path: string, value: unknown, names: NamesById): Piece[] | null {
  if (isBlank(value)) return ['none']
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  const question = findQuestion(path)
  if (question?.kind === 'choice' || question?.kind === 'several' || (question && typeof value === 'number'))
    return [describeAnswer(question, value) ?? String(value)]
  if (typeof value === 'number') return [String(value)]
  const field = getLastSegment(path)
  if (typeof value === 'string' && path.startsWith('plan.checks.')) return [wordCheckAnswer(value)]
  if (typeof value === 'string') return describeText(field, value, names)
  if (Array.isArray(value)) return describeList(field, value, names)
  return describeRecord(field, value as Record<string, unknown>, names)
}

function describeText(field: string, text: string, names: NamesById): Piece[] | null {
  const name = names[text]
  if (name !== undefined) return [name]
  if (fieldsOfFields.has(field)) return joinPieces(text.split(', ').map((path) => [getFieldNoun(path)]))
  if (instantPattern.test(text)) return [{ instant: text }]
  if (dayPattern.test(text)) return [formatDay(text)]
  const labels = valueLabels[field]
  if (labels && /^[\w-]+$/.test(text)) return [labels[text] ?? humaniseKey(text)]
  if (snakeCase.test(text)) return [humaniseKey(text)]
  return text.length > maxShort || /\n|^https?:/.test(text) ? null : [text]
}

function describeList(field: string, values: readonly unknown[], names: NamesById): Piece[] | null {
  const words = values.map((value) => describeFieldValue(field, value, names))
  if (words.some((word) => word === null)) return null
  const joined = joinPieces(words.filter((word) => word !== null))
  return estimateLength(joined) > maxShort * 2 ? null : joined
}

function describeRecord(field: string, value: Record<string, unknown>, names: NamesById): Piece[] | null {
  if (field === 'assignment') return [describeAssignment(value as RuleAssignment, (id) => names[id])]
  if (field === 'conditions')
    return [describeConditions({ ...noConditions, ...(value as Partial<PolicyConditions>) }).join('; ')]
  if ('is_expected' in value) return [wordCheck(value as CheckEntry)]
  if ('better' in value) return [describePromise(value as Measure)]
  const { decision, result, title, rule, text, reason, note } = value
  if (typeof decision === 'string') return appendReason(describeFieldValue('decision', decision, names), reason)
  if ('result' in value) return appendReason(describeFieldValue('result', result ?? null, names), note)
  if (typeof rule === 'string' && typeof text === 'string') return [describeReason({ rule, text })]
  return typeof title === 'string' && title !== '' ? [quote(title)] : null
}

const appendReason = (words: Piece[] | null, reason: unknown): Piece[] | null =>
  words && typeof reason === 'string' && reason !== '' ? [...words, ` (${reason})`] : words

const estimateLength = (pieces: readonly Piece[]) =>
  pieces.reduce((length, piece) => length + (typeof piece === 'string' ? piece.length : maxShort / 4), 0)
