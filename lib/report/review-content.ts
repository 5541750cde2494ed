import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { getAttachmentContent } from '#lib/contracts/routes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { findStatedObjective } from '#lib/domain/change/stated-objective.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeAnswer, describeBackout } from '#lib/review/answers.ts'
import { describeMarks, pickForms } from '#lib/review/forms.ts'
import { decisionLabels, evidenceLabels, planResultLabels, polarityLabels, stepLabels } from '#lib/review/labels.ts'
import { type EvidenceItem, gatherEvidence, proposeOutcome } from '#lib/review/outcome.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { type Answers, isAsked, listQuestions } from '#lib/review/questions/question.ts'
import { steps } from '#lib/review/questions/steps.ts'
import { replyLabels, toReplyEvidence } from '#lib/review/requester-replies.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'
import {
  buildFacts,
  buildTable,
  type Inline,
  type ReportBlock,
  type ReportData,
  type ReportFact,
  section,
  wideFact,
} from './report.ts'

type ContentOptions = {
  /** True to include the documents of the change. */
  readonly hasDocuments: boolean
}

export const buildReviewContent = (data: ReportData, options: ContentOptions): ReportBlock[] => [
  outcomeSection(data),
  planSection(data, options),
  riskSection(data, options),
  incidentsSection(data),
  improvementsSection(data),
  lessonsSection(data),
  requesterSection(data),
  ...(data.files.length === 0 ? [] : [filesSection(data)]),
]

const { questions: plan } = steps.plan
const { questions: asked } = steps.outcome

/** Lists the answers of a step that its section does not word itself. Empty texts are left out. */
function listAnswerFacts(name: ReviewStep, answers: Answers): ReportFact[] {
  return listQuestions(steps[name]).flatMap(([field, question]) => {
    const { kind, report: label = question.asks } = question
    const isOwn = label === null || kind === 'entries' || kind === 'short_yes'
    if (isOwn || !isAsked(question, steps[name], answers)) return []
    const answer = answers[field]
    if (kind === 'text') return answer ? [wideFact(label, { written: String(answer) })] : []
    const text = describeAnswer(question, answer) ?? 'Not answered'
    return [{ label, value: kind === 'moment' && answer ? { moment: text } : text }]
  })
}

function buildAnswers(name: ReviewStep, answers: Answers): ReportBlock | null {
  const facts = listAnswerFacts(name, answers)
  return facts.length === 0 ? null : buildFacts(...facts)
}

/** The chosen outcome with the evidence; a different suggestion comes first. */
function outcomeSection({ change, review, incidents, questions }: ReportData): ReportBlock {
  const forms = pickForms(review)
  const { outcome, justification } = forms.outcome
  const { outcome: suggested, evidence } = proposeOutcome(gatherEvidence(change, forms, incidents))
  const proposed = review.proposed_outcome ?? suggested
  const isCompleted = review.status === 'completed'
  const objective = findStatedObjective(change)
  const differing = outcome !== null && proposed !== null && outcome !== proposed ? { outcome, proposed } : null
  const chosen: ReportFact['value'] = outcome ? { outcome } : isCompleted ? 'Not chosen in the review' : 'Not answered'
  return section(
    'Outcome',
    differing && {
      kind: 'warning',
      title: `The outcome is ${outcomeCriteria[differing.outcome].label}, but the evidence suggests ${outcomeCriteria[differing.proposed].label}.`,
      text: justification || 'No reason is given.',
    },
    buildFacts(
      {
        label: 'Outcome',
        value: differing ? [chosen, ` (evidence: ${outcomeCriteria[differing.proposed].label})`] : chosen,
      },
      isCompleted && change.pir_outcome !== outcome
        ? {
            label: 'Outcome on the change',
            value: `${change.pir_outcome ? outcomeCriteria[change.pir_outcome].label : 'None'}, set through the API`,
          }
        : null,
      differing
        ? null
        : { label: 'The evidence suggests', value: proposed ? outcomeCriteria[proposed].label : 'Nothing yet' },
      {
        label: 'Objective met',
        value: describeAnswer(plan.is_objective_met, forms.plan.is_objective_met) ?? 'Not answered',
      },
      objective ? wideFact('Objective', objective) : null,
      differing ? wideFact('Criterion of the outcome', outcomeCriteria[differing.outcome].criterion) : null,
      justification && !differing ? wideFact(asked.justification.asks, { written: justification }) : null,
      ...listAnswerFacts('outcome', forms.outcome),
    ),
    buildTable(
      'Evidence',
      [...evidence, ...toReplyEvidence(questions)],
      [
        ['Evidence', ({ kind }) => evidenceLabels[kind]],
        ['Details', ({ text }) => ({ written: text })],
        ...(differing ? [['Best possible outcome', nameLimit] as const] : []),
      ],
      'No evidence yet.',
    ),
  )
}

const nameLimit = ({ allows }: EvidenceItem) => (allows ? outcomeCriteria[allows].label : '')

function planSection({ change, review }: ReportData, { hasDocuments }: ContentOptions): ReportBlock {
  const { form } = review.steps.plan
  const marks = new Map(form.steps.map((mark) => [mark.key, mark]))
  const planned = readPlanSteps(change.implementation_plan).map((step) => {
    const { result = null, note = '' } = marks.get(step.key) ?? {}
    return { ...step, result, note }
  })
  return section(
    'Plan against actual',
    { kind: 'window', window: { ...change, actual_start: form.actual_start, actual_end: form.actual_end } },
    { kind: 'text', text: describeMarks(change, form) },
    buildTable(
      'Steps of the plan',
      planned,
      [
        ['Step', ({ text, detail }, index) => [`${index + 1}. ${text}`, detail ? { under: detail } : '']],
        ['By', ({ owner }) => owner ?? ''],
        ['Result', ({ result }) => (result === null ? 'Not answered' : planResultLabels[result])],
        ['Note', ({ result, note }) => (result === 'done' ? '' : note)],
      ],
      'The change has no recorded steps.',
    ),
    buildFacts(
      { label: plan.is_backout_used.asks, value: describeBackout(form) ?? 'Not answered' },
      ...listAnswerFacts('plan', form),
    ),
    hasDocuments ? section('Backout plan', { kind: 'document', value: change.backout_plan }) : null,
  )
}

function riskSection({ change, review }: ReportData, { hasDocuments }: ContentOptions): ReportBlock {
  return section(
    'Risk',
    hasDocuments ? { kind: 'document', value: change.risk_assessment } : null,
    buildAnswers('risk', review.steps.risk.form),
  )
}

/** The search window and each decided incident with its reason, caused incidents first. */
function incidentsSection({ review, incidents }: ReportData): ReportBlock {
  const { decisions, window_start: start, window_end: end, is_none_caused: isNoneCaused } = review.steps.incidents.form
  const incidentsByNumber = new Map(incidents.map((incident) => [incident.number, incident]))
  const rows = decisions
    .toSorted((one, other) => one.decision.localeCompare(other.decision))
    .map((decision) => ({ ...decision, known: incidentsByNumber.get(decision.incident) }))
  return section(
    'Incidents',
    start && end
      ? {
          kind: 'text',
          isQuiet: true,
          text: [
            'Searched from ',
            { moment: start },
            ' to ',
            { moment: end },
            `.${isNoneCaused ? ' The change caused none.' : ''}`,
          ],
        }
      : null,
    buildTable(
      'Decided incidents',
      rows,
      [
        [
          'Incident',
          ({ incident, known }) => (known ? { link: incident, path: pagePaths.incident(incident) } : incident),
        ],
        ['Description', ({ known }) => [known?.short_description ?? '', { under: known?.priority ?? '' }]],
        [
          'Decision',
          ({ decision: made }) => (made === 'confirmed' ? { alarming: decisionLabels[made] } : decisionLabels[made]),
        ],
        ['Reason', ({ reason }) => ({ written: reason })],
      ],
      'No incidents were decided.',
    ),
    buildAnswers('incidents', review.steps.incidents.form),
  )
}

function improvementsSection({ review, improvements, nameOf }: ReportData): ReportBlock {
  const { is_none_needed: isNoneNeeded, notes } = review.steps.improvements.form
  return section(
    'Improvement actions',
    buildTable(
      'Improvement actions',
      improvements,
      [
        ['Action', ({ id, title }) => ({ link: title, path: pagePaths.improvement(id) })],
        ['Owner', ({ owner }) => nameOf(owner)],
        ['Due', ({ target_date: day }) => (day === null ? '' : { day })],
        ['Status', ({ status }) => improvementStatusLabels[status]],
      ],
      isNoneNeeded ? 'No actions needed.' : 'No actions recorded yet.',
    ),
    notes ? { kind: 'text', text: { written: notes } } : null,
    buildAnswers('improvements', review.steps.improvements.form),
  )
}

/** The attachments with their hashes, which prove their content in a printed report. */
const filesSection = ({ files, improvements }: ReportData): ReportBlock =>
  section(
    'Files',
    buildTable(
      'Files',
      files,
      [
        [
          'File',
          ({ name, id, deleted_at: deletedAt, sha256 }) => [
            fileName({ name, id, deletedAt }),
            { under: `SHA-256 ${sha256}` },
          ],
        ],
        ['Belongs to', (file) => describePlace(file, improvements)],
        ['Size', ({ size }) => formatByteSize(size)],
        ['Attached', ({ uploaded_at: moment, uploaded_by_name: by }) => [by, { under: { moment } }]],
      ],
      'No files.',
    ),
  )

const fileName = ({ name, id, deletedAt }: { name: string; id: string; deletedAt: string | null }): Inline =>
  deletedAt === null
    ? { link: name, path: getAttachmentContent.path.replace('{id}', id) }
    : [name, { under: ['Deleted by the retention on ', { moment: deletedAt }] }]

function describePlace(file: Attachment, improvements: ReportData['improvements']): string {
  if (file.step !== null) return stepLabels[file.step]
  const action = improvements.find(({ id }) => id === file.improvement_id)
  return action ? `Action: ${action.title}` : 'Comment'
}

/** Lessons in full; a published lesson links to its article. */
function lessonsSection({ review }: ReportData): ReportBlock {
  const { drafts, is_none_learned: isNoneLearned } = review.steps.lessons.form
  return section(
    'Lessons',
    drafts.length === 0
      ? { kind: 'text', isQuiet: true, text: isNoneLearned ? 'No lessons to publish.' : 'No lessons written yet.' }
      : null,
    ...drafts.map((lesson) =>
      section(
        lesson.title || 'Lesson without a title',
        {
          kind: 'text',
          isQuiet: true,
          text: [
            `${[polarityLabels[lesson.polarity], lesson.category].filter(Boolean).join(' · ')} · `,
            lesson.article_id
              ? { link: 'Read the article', path: pagePaths.article(lesson.article_id) }
              : lesson.publishes
                ? 'published once the review is completed'
                : 'not published',
          ],
        },
        { kind: 'markdown', source: lesson.content },
      ),
    ),
    buildAnswers('lessons', review.steps.lessons.form),
  )
}

const requesterSection = ({ questions, nameOf }: ReportData): ReportBlock =>
  section(
    'Requester feedback',
    buildTable(
      'Requester feedback',
      questions,
      [
        ['Question', ({ question }) => question],
        ['Reply', ({ answer }) => (answer ? replyLabels[answer] : 'No reply yet')],
        ['Remark', ({ remark }) => ({ written: remark ?? '' })],
        [
          'By',
          ({ requester, answered_at: at, asked_by_name: asker }) => [
            nameOf(requester),
            { under: at ? { moment: at } : `Asked by ${asker}` },
          ],
        ],
      ],
      'The requester was not asked.',
    ),
  )
