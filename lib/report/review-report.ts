import type { ChangePerson, RecordOrigin } from '#lib/contracts/app/changes.ts'
import { listCloseFacts } from '#lib/domain/change/close-facts.ts'
import { describeWindow } from '#lib/domain/change/describe-window.ts'
import { checkSeparationOfDuties } from '#lib/domain/change/separation-of-duties.ts'
import { isUnfinished } from '#lib/domain/improvements/improvement-due.ts'
import { getFieldLabel } from '#lib/filter/comparison-labels.ts'
import { describeExtensions } from '#lib/review/due.ts'
import { describeApiWrite, describeCompletion, describeReturn, reviewStatusLabels } from '#lib/review/labels.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { describeCount } from '#lib/text/counted.ts'
import { capitalise } from '#lib/text/first-letter.ts'
import {
  buildFacts,
  buildTable,
  type Inline,
  type Report,
  type ReportBlock,
  type ReportData,
  section,
  wideFact,
} from './report.ts'
import { buildReviewContent } from './review-content.ts'
import { buildTimeline, type ReportDeployment } from './timeline.ts'

/** Builds the report of a review: a summary, a timeline, and the content of the review. */
export function buildReviewReport(data: ReportData, deployments: readonly ReportDeployment[]): Report {
  const { change, review } = data
  const outcome = describeOutcome(data)
  const timeline = buildTimeline(data, deployments)
  return {
    kind: `Post-implementation review ${review.reference}`,
    title: change.title,
    facts: [
      change.number,
      ...(outcome ? [{ outcome }] : []),
      ...(review.status === 'completed'
        ? []
        : [{ alarming: review.status === 'in_progress' ? 'Not completed yet' : reviewStatusLabels[review.status] }]),
    ],
    parts: [
      section(
        'Summary',
        buildFacts(
          wideFact('What changed', describeChange(data)),
          wideFact('What happened', describeResult(data)),
          wideFact('What follows', describeFollowUp(data)),
        ),
      ),
      ...(timeline === null ? [] : [section('Timeline', timeline)]),
      changeSection(data),
      ...buildReviewContent(data, { hasDocuments: true }),
      signOffSection(data),
    ],
    closing: closing(data),
    at: review.completed_at ?? review.updated_at,
  }
}

function describeOutcome({ change, review }: ReportData) {
  const chosen = review.steps.outcome.form.outcome
  return review.status === 'completed' ? (change.pir_outcome ?? chosen) : chosen
}

function describeChange({ change, people, review }: ReportData): Inline {
  const { actual_start: start, actual_end: end } = review.steps.plan.form
  const [from, to] = start ? [start, end] : [change.planned_start, change.planned_end]
  const services = change.affected_services
  return [
    `${capitalise(change.type)} change`,
    services.length > 0 ? ` of ${services.slice(0, 3).join(', ')}${services.length > 3 ? ' and others' : ''}` : '',
    people?.assigned_to ? `, by ${people.assigned_to.name ?? people.assigned_to.text}` : '',
    from ? [start ? ', done from ' : ', planned from ', { moment: from }] : '',
    from && to ? [' to ', { moment: to }] : '',
    '.',
  ]
}

function describeResult(data: ReportData): Inline {
  const { plan, incidents } = data.review.steps
  const outcome = describeOutcome(data)
  const caused = incidents.form.decisions.filter(({ decision }) => decision === 'confirmed').map((one) => one.incident)
  const numbers = caused.slice(0, 5).join(', ')
  const { actual_start, actual_end, is_backout_used: isBackoutUsed } = plan.form
  const window = describeWindow({ ...data.change, actual_start, actual_end })
  const sentences = [
    outcome ? outcomeCriteria[outcome].label : 'No outcome yet',
    caused.length > 0
      ? `Caused ${describeCount(caused.length, 'incident')}: ${numbers}${caused.length > 5 ? ' and others' : ''}`
      : incidents.form.is_none_caused || incidents.form.decisions.length > 0
        ? 'Caused no incident'
        : 'Incidents not checked yet',
    ...(window.end === null ? [] : [window.isOverrun ? `Ended ${window.end}` : 'Ended within its window']),
    ...(isBackoutUsed ? ['The backout plan was used'] : []),
  ]
  return { written: `${sentences.join('. ')}.` }
}

function describeFollowUp({ review, improvements }: ReportData): Inline {
  const { improvements: actions, lessons } = review.steps
  const { drafts } = lessons.form
  const open = improvements.filter(({ status }) => isUnfinished(status)).length
  const published = drafts.filter(({ article_id: article }) => article !== null).length
  const actionsText =
    improvements.length > 0
      ? `${describeCount(improvements.length, 'improvement action')}, ${open} still to do`
      : actions.form.is_none_needed
        ? 'No improvement action is needed'
        : 'No improvement actions yet'
  const lessonsText =
    drafts.length > 0
      ? `${describeCount(drafts.length, 'lesson')}, ${published} published`
      : lessons.form.is_none_learned
        ? 'Nothing to publish'
        : 'No lessons yet'
  return `${actionsText}. ${lessonsText}.`
}

const describePerson = (person: ChangePerson | null | undefined): string =>
  person ? `${person.name ?? person.text}${person.name === null ? ' (not in the directory)' : ''}` : 'Not recorded'

const changeSection = ({ change, people, origin, review }: ReportData): ReportBlock =>
  section(
    'The change',
    buildFacts(
      { label: 'Type', value: capitalise(change.type) },
      { label: 'Risk', value: change.risk ? capitalise(change.risk) : 'Not rated' },
      people?.requested_by ? { label: 'Requested by', value: describePerson(people.requested_by) } : null,
      people?.approved_by || change.approved_at
        ? {
            label: 'Approved by',
            value: [
              describePerson(people?.approved_by),
              change.approved_at ? [', ', { moment: change.approved_at }] : '',
            ],
          }
        : null,
      { label: 'Implementer', value: describePerson(people?.assigned_to) },
      change.type === 'emergency' ? { label: 'Reviewer', value: review.reviewer_name ?? 'Not recorded' } : null,
      change.type === 'emergency' && people
        ? wideFact('Separation of duties', checkSeparationOfDuties(people, review).text)
        : null,
      wideFact('Affected services', change.affected_services.join(', ') || 'None recorded'),
      ...listCloseFacts(change).map(({ label, text, isWide }) => ({ label, value: { written: text }, isWide })),
      ...originFacts(origin),
    ),
  )

function originFacts(origin: RecordOrigin | null) {
  if (origin === null) return []
  const { name, source_id: id, read_at: at, digest, changed_since: changed } = origin
  const changes = changed.map(
    ({ field, by, at }, index): Inline => [
      `${index > 0 ? '; ' : ''}${getFieldLabel(field)} by ${by}, `,
      { moment: at },
    ],
  )
  return [
    wideFact('Origin', [`Read from ${name} as ${id} on `, { moment: at }, `. SHA-256 of the row: ${digest}`]),
    wideFact('Changed here since', changes.length > 0 ? changes : 'Nothing'),
  ]
}

function signOffSection({ review, returns, versions, nameOf }: ReportData): ReportBlock {
  const isThroughApi = review.completed_through === 'api'
  const describeUnsigned = (whenNeeded: string) => (review.needs_sign_off ? whenNeeded : 'No sign-off was needed')
  const signedOff: Inline = review.signed_off_at
    ? [{ moment: review.signed_off_at }, ` by ${review.signed_off_by}`]
    : describeUnsigned(isThroughApi ? 'Not signed off' : 'Not yet')
  return section(
    'Sign-off',
    buildFacts(
      { label: 'Status', value: reviewStatusLabels[review.status] },
      { label: 'Due', value: review.due_on ? describeDue({ ...review, due_on: review.due_on }) : 'No date' },
      { label: 'Versions', value: String(review.completions) },
      {
        label: 'Submitted',
        value: review.submitted_at
          ? [
              { moment: review.submitted_at },
              ` by ${review.submitted_by ? nameOf(review.submitted_by) : (review.set_through_api?.by ?? 'the API')}`,
            ]
          : describeUnsigned(isThroughApi ? 'Never' : 'Not yet'),
      },
      review.completed_at ? { label: 'Completion', value: describeCompletion(review) } : null,
      review.set_through_api ? wideFact('After the completion', describeApiWrite(review.set_through_api)) : null,
      review.implementer ? { label: 'Implementer, as stated at sign-off', value: nameOf(review.implementer) } : null,
      { label: 'Signed off', value: signedOff },
      wideFact('Why it is required', review.reasons.map(({ text }) => text).join('; ') || 'It was started by choice.'),
      ...returns.map((entry) =>
        wideFact(describeReturn(entry), [{ moment: entry.at }, ` by ${entry.by}: `, { written: entry.reason }]),
      ),
    ),
    versions.length > 1 || (versions.length > 0 && review.status !== 'completed')
      ? buildTable(
          'Versions',
          versions,
          [
            ['Version', ({ number }) => `Version ${number}`],
            ['Outcome', ({ outcome }) => outcomeCriteria[outcome].label],
            ['Completed', ({ completed_at: at, completed_by: by }) => [{ moment: at }, ` by ${by}`]],
            ['Signed off', ({ signed_off_by: by }) => by ?? ''],
          ],
          '',
        )
      : null,
  )
}

function describeDue(review: Pick<ReportData['review'], 'first_due_on' | 'extensions'> & { due_on: string }): Inline {
  const { due_on: day, first_due_on: first, extensions } = review
  return first === null ? { day } : [{ day }, ', first ', { day: first }, describeExtensions(extensions)]
}

function closing({ review }: ReportData): Inline {
  const isThroughApi = review.completed_through === 'api'
  return [
    `${isThroughApi ? 'Assigned to' : 'Reviewed by'} ${review.reviewer_name ?? 'nobody'}`,
    review.completed_at
      ? [
          `, completed ${isThroughApi ? 'through the API ' : ''}by ${review.completed_by} on `,
          { moment: review.completed_at },
        ]
      : '',
    '.',
  ]
}
