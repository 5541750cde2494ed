import type { Attachment } from '#lib/contracts/app/attachments.ts'
import type { LessonDraft, ReviewStep } from '#lib/contracts/app/review-forms.ts'
import { isClosedReview, isLocked } from '#lib/contracts/app/review-values.ts'
import type { Review } from '#lib/contracts/app/reviews.ts'
import { getAttachmentContent } from '#lib/contracts/routes.ts'
import { describeMarkedLessons, lessonMarkLabels } from '#lib/domain/articles/lesson-marks.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'
import { pagePaths } from '#lib/domain/page-paths.ts'
import { describeMarks, findJudgedChange, pickForms } from '#lib/review/forms.ts'
import { decisionLabels, planResultLabels, polarityLabels, stepLabels } from '#lib/review/labels.ts'
import { type EvidenceItem, proposeOutcome } from '#lib/review/outcome.ts'
import { listChecks, wordCheck, wordCheckAnswer } from '#lib/review/questions/checks.ts'
import { type Answers, describeAnswer, howItReads, type Question } from '#lib/review/questions/kinds.ts'
import { findObjective } from '#lib/review/questions/objective.ts'
import { outcomeCriteria } from '#lib/review/questions/outcome-criteria.ts'
import { isAsked, listQuestions } from '#lib/review/questions/question.ts'
import { type ListField, steps } from '#lib/review/questions/steps.ts'
import { replyLabels, toReplyEvidence } from '#lib/review/requester-replies.ts'
import { countStakeholders, wordCounts } from '#lib/review/stakeholder-replies.ts'
import { formatByteSize } from '#lib/text/byte-size.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { toMeasureBlocks } from './measure-picture.ts'
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
  ...stakeholderSections(data),
  ...(data.files.length === 0 ? [] : [filesSection(data)]),
]

const { questions: plan } = steps.plan
const { questions: asked } = steps.outcome

/** True if nothing lacks without an answer: it is optional, or a review was closed before the question was asked. */
const mayBeOpen = ({ required, askedIf }: Question, { status }: Review): boolean =>
  required === undefined || (askedIf !== undefined && isClosedReview(status))

/** Lists the answers of a step that its section does not word itself. Empty texts are left out. */
function listAnswerFacts(name: ReviewStep, data: ReportData): ReportFact[] {
  const { review } = data
  const answers: Answers = review.steps[name].form
  const reviewed = { forms: pickForms(review), change: findJudgedChange(data.change, review, data.versions) }
  return listQuestions(steps[name]).flatMap(([field, question]) => {
    const { report: label = question.asks } = question
    const reads = howItReads(question)
    if (label === null || reads === 'own' || !isAsked(question, steps[name], reviewed)) return []
    const answer = answers[field]
    if (reads === 'prose') return answer ? [wideFact(label, { written: String(answer) })] : []
    const text = describeAnswer(question, answer) ?? (mayBeOpen(question, review) ? null : 'Not answered')
    if (text === null) return []
    return [{ label, value: reads === 'moment' && answer ? { moment: text } : text }]
  })
}

function buildAnswers(name: ReviewStep, data: ReportData): ReportBlock[] {
  const facts = listAnswerFacts(name, data)
  const blocks = listQuestions(steps[name]).flatMap(([field, { kind }]) =>
    kind === 'entries' ? lists[`${name}.${field}` as ListField](data) : [],
  )
  return facts.length === 0 ? blocks : [...blocks, buildFacts(...facts)]
}

/** What the report shows of each list. */
const lists: Readonly<Record<ListField, (data: ReportData) => ReportBlock[]>> = {
  'plan.steps': ({ change, review }) => {
    const { form } = review.steps.plan
    const marks = new Map(form.steps.map((mark) => [mark.key, mark]))
    const planned = readPlanSteps(change.implementation_plan).map((step) => {
      const { result = null, note = '' } = marks.get(step.key) ?? {}
      return { ...step, result, note }
    })
    return [
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
    ]
  },
  'plan.checks': ({ review }) => {
    const { checks } = review.steps.plan.form
    const rows = isLocked(review) ? checks : listChecks(review.checks, checks)
    const table = buildTable(
      'Checks',
      rows,
      [
        ['Check', ({ wording }) => wording],
        [
          'Answer',
          ({ answer, is_expected: isExpected }) => {
            const words = answer === null ? 'Not answered' : wordCheckAnswer(answer)
            return isExpected === false ? { alarming: words } : { written: words }
          },
        ],
        ['Remark', ({ note }) => ({ written: note })],
      ],
      '',
    )
    return rows.length === 0 ? [] : [table]
  },
  // Caused incidents first.
  'incidents.decisions': ({ review, incidents }) => {
    const incidentsByNumber = new Map(incidents.map((incident) => [incident.number, incident]))
    const rows = review.steps.incidents.form.decisions
      .toSorted((one, other) => one.decision.localeCompare(other.decision))
      .map((decision) => ({ ...decision, known: incidentsByNumber.get(decision.incident) }))
    return [
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
    ]
  },
  'lessons.drafts': ({ review }) => review.steps.lessons.form.drafts.map(toLessonSection),
}

/** The chosen outcome with the evidence; a different suggestion comes first. */
function outcomeSection(data: ReportData): ReportBlock {
  const { change, review, incidents, questions } = data
  const judged = findJudgedChange(change, review, data.versions)
  const forms = pickForms(review)
  const { outcome, justification } = forms.outcome
  const { outcome: suggested, evidence } = proposeOutcome(judged, forms, incidents)
  const proposed = review.proposed_outcome ?? suggested
  const isCompleted = review.status === 'completed'
  const objective = findObjective(judged, forms.plan)
  const differing = outcome !== null && proposed !== null && outcome !== proposed ? { outcome, proposed } : null
  const chosen: ReportFact['value'] = outcome ? { outcome } : isCompleted ? 'Not chosen in the review' : 'Not answered'
  const unexpected = forms.plan.checks.filter((check) => check.is_expected === false)
  return section(
    'Outcome',
    unexpected.length === 0
      ? null
      : { kind: 'warning', title: 'Not as it should be', text: unexpected.map(wordCheck).join('\n') },
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
      wideFact(
        'Objective',
        objective ? [{ written: objective.text }, { under: `From ${objective.source}` }] : 'No objective recorded',
      ),
      differing ? wideFact('Criterion of the outcome', outcomeCriteria[differing.outcome].criterion) : null,
      justification && !differing ? wideFact(asked.justification.asks, { written: justification }) : null,
      ...listAnswerFacts('outcome', data),
    ),
    ...toMeasureBlocks(judged.measures, forms.plan),
    buildTable(
      'Evidence',
      [...evidence, ...toReplyEvidence(questions)],
      [
        ['Evidence', ({ label }) => label],
        ['Details', ({ text }) => ({ written: text })],
        ...(differing ? [['Best possible outcome', nameLimit] as const] : []),
      ],
      'No evidence yet.',
    ),
  )
}

const nameLimit = ({ allows }: EvidenceItem) => (allows ? outcomeCriteria[allows].label : '')

function planSection(data: ReportData, { hasDocuments }: ContentOptions): ReportBlock {
  const { change, review, markedLessons } = data
  const { form } = review.steps.plan
  return section(
    'Plan against actual',
    { kind: 'window', window: { ...change, actual_start: form.actual_start, actual_end: form.actual_end } },
    { kind: 'text', text: describeMarks(change, form) },
    ...buildAnswers('plan', data),
    ...(markedLessons.length === 0 ? [] : listMarkedLessons(data)),
    hasDocuments ? section('Backout plan', { kind: 'document', value: change.backout_plan }) : null,
  )
}

const listMarkedLessons = ({ markedLessons, nameOf }: ReportData): ReportBlock[] => [
  { kind: 'text', text: `${describeMarkedLessons(markedLessons)}.` },
  buildTable(
    'Lessons offered',
    markedLessons,
    [
      ['Lesson', ({ id, title }) => ({ link: title, path: pagePaths.article(id) })],
      ['Mark', ({ mark }) => lessonMarkLabels[mark]],
      ['By', ({ marked_by: email }) => nameOf(email)],
    ],
    '',
  ),
]

const riskSection = (data: ReportData, { hasDocuments }: ContentOptions): ReportBlock =>
  section(
    'Risk',
    hasDocuments ? { kind: 'document', value: data.change.risk_assessment } : null,
    ...buildAnswers('risk', data),
  )

function incidentsSection(data: ReportData): ReportBlock {
  const { window_start: start, window_end: end, is_none_caused: isNoneCaused } = data.review.steps.incidents.form
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
    ...buildAnswers('incidents', data),
  )
}

function improvementsSection(data: ReportData): ReportBlock {
  const { review, improvements, nameOf } = data
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
    ...buildAnswers('improvements', data),
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

function lessonsSection(data: ReportData): ReportBlock {
  const { drafts, is_none_learned: isNoneLearned } = data.review.steps.lessons.form
  return section(
    'Lessons',
    drafts.length === 0
      ? { kind: 'text', isQuiet: true, text: isNoneLearned ? 'No lessons to publish.' : 'No lessons written yet.' }
      : null,
    ...buildAnswers('lessons', data),
  )
}

/** A lesson in full; a published one links to its article. */
const toLessonSection = (lesson: LessonDraft): ReportBlock =>
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
  )

const requesterSection = ({ questions, nameOf }: ReportData): ReportBlock =>
  section(
    'Requester feedback',
    buildTable(
      'Requester feedback',
      questions.filter(({ kind }) => kind !== 'stakeholder'),
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

function stakeholderSections({ questions }: ReportData): ReportBlock[] {
  const { asked, answered, waiting, checks } = countStakeholders(questions)
  if (asked === 0) return []
  const open = waiting.length === 0 ? '' : ` No reply from ${joinNames(waiting, 'and')}.`
  const answers = buildTable(
    'Answers of stakeholders',
    checks.map(({ said, ...check }) => ({ ...check, said: said.map(({ by, text }) => `${by}: ${text}`).join('\n') })),
    [
      ['Question', ({ wording }) => wording],
      ['Answers', wordCounts],
      ['In their words', ({ said }) => ({ written: said })],
    ],
    'Nobody answered yet.',
  )
  return [section('Stakeholders', { kind: 'text', text: `${answered} of ${asked} answered.${open}` }, answers)]
}
