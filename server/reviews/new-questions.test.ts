import { TooltipProvider } from 'radix-ui/tooltip'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listFieldChanges } from '#components/history/field-change.ts'
import { StepQuestion } from '#components/review/form/questions.tsx'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { type ReviewForm, writtenForms } from '#lib/contracts/app/review-forms.ts'
import { exampleReview, Review } from '#lib/contracts/app/reviews.ts'
import { change } from '#lib/contracts/changes.ts'
import { writeReportMarkdown } from '#lib/report/report-text.ts'
import { buildReviewReport } from '#lib/report/review-report.ts'
import { compareVersions } from '#lib/review/answers.ts'
import { emptyReviewForms, replaceForms } from '#lib/review/forms.ts'
import { listStepProgress } from '#lib/review/progress.ts'
import { type QuestionName, steps } from '#lib/review/questions/steps.ts'
import { fitsShortForm } from '#lib/review/short-form.ts'
import { summariseReview } from '#server/connections/servicenow/writes/review-comments.ts'
import { allTools } from '#server/mcp/all-tools.ts'
import { writeParts } from '#server/pages/report/pdf/parts.ts'
import { createPrinter } from '#server/pages/report/pdf/printable.ts'
import { listFormDifferences } from './save-step.ts'

/** One new question of each kind, with an answer and its words. */
const added = vi.hoisted(() => ({
  cause: ['human', 'Human error'],
  rehearsed: [false, 'No'],
  story: ['The lock was held.', 'The lock was held.'],
  volume: [1_200, '1,200 GB'],
  outage: [90, '1 hour 30 minutes'],
  noticed: ['2026-03-01T02:30:00.000Z', '1 Mar 2026, 02:30'],
  known: [true, 'Yes'],
}))

vi.mock('#lib/review/questions/risk.ts', async (importOriginal) => {
  const { risk } = await importOriginal<typeof import('#lib/review/questions/risk.ts')>()
  const { amount, choice, flag, minutes, moment, step, text, yesNo } = await import('#lib/review/questions/question.ts')
  const word = <Name extends string>(name: Name) => ({
    asks: `Asks for ${name}`,
    describes: `Describes ${name}`,
    noun: `noun of ${name}`,
    required: `Answer ${name}.`,
    proposable: true as const,
  })
  return {
    risk: step('risk', {
      ...risk.questions,
      cause: choice({ ...word('cause'), labels: { human: 'Human error', disk: 'A disk' } }),
      rehearsed: yesNo(word('rehearsed')),
      story: text(word('story')),
      volume: amount({ ...word('volume'), unit: 'GB', max: 10_000 }),
      outage: minutes(word('outage')),
      noticed: moment(word('noticed')),
      known: flag(word('known')),
    }),
  }
})

const names = Object.keys(added) as (keyof typeof added)[]
const answers = Object.fromEntries(names.map((name) => [name, added[name][0]]))
const reviewed = change.example
const empty = emptyReviewForms(reviewed)
const filled = { ...empty, risk: { ...empty.risk, ...answers } as ReviewForm<'risk'> }
const review = { ...replaceForms(exampleReview, filled), completed_by: 'Noor Haddad' }
const readAnswers = (form: object) => Object.entries(form).filter(([name]) => name in added)

test.each(names)('%s is asked, described, required, compared, reported and proposed', (name) => {
  const [, words] = added[name]
  // Schema and JSON.
  const schema = JSON.stringify(z.toJSONSchema(writtenForms.risk, { io: 'input' }))
  expect(schema).toContain(`"description":"Describes ${name}"`)
  expect(writtenForms.risk.parse(filled.risk)).toEqual(filled.risk)
  expect(writtenForms.risk.safeParse({ ...filled.risk, [name]: { wrong: true } }).success).toBe(false)
  expect(readAnswers(Review.parse(review).steps.risk.form)).toEqual(Object.entries(answers))
  // Missing.
  const listMissing = (forms: typeof empty) =>
    listStepProgress({
      change: reviewed,
      forms,
      improvementCount: 0,
      linkedIncidents: [],
      urgentIncidents: [],
      review: { status: 'in_progress', needs_sign_off: false },
    }).flatMap(({ missing }) => missing.map(({ field, text }) => `${field}: ${text}`))
  expect(listMissing(empty)).toContain(`${name}: Answer ${name}.`)
  expect(listMissing(filled)).not.toContain(`${name}: Answer ${name}.`)
  // Form.
  const saver = { subscribe: () => () => {}, form: filled.risk, loaded: filled.risk, state: { kind: 'saved' } }
  const savers = { steps: { risk: saver } } as unknown as StepProps['savers']
  const asked = { of: steps.risk, name: name as QuestionName<'risk'>, change: reviewed, savers }
  const drawn = createElement(TooltipProvider, null, createElement(StepQuestion<typeof steps.risk>, asked))
  expect(renderToStaticMarkup(drawn)).toContain(`Asks for ${name}`)
  // Comparison of versions and history.
  const snapshot = { change: reviewed, improvements: [], proposed_outcome: null, pir_date: null }
  const rows = compareVersions({ ...snapshot, forms: empty }, { ...snapshot, forms: filled }).flatMap(
    (step) => step.rows,
  )
  expect(rows).toContainEqual(expect.objectContaining({ question: `Asks for ${name}`, change: 'changed' }))
  const differences = listFieldChanges({ changes: listFormDifferences('risk', empty.risk, filled.risk), names: {} })
  expect(differences.map(({ noun }) => noun)).toContain(`noun of ${name}`)
  // Report as a text and as a PDF, and comment for the ITSM.
  const data = {
    change: reviewed,
    people: undefined,
    origin: null,
    review,
    incidents: [],
    improvements: [],
    files: [],
    questions: [],
    returns: [],
    versions: [],
    nameOf: (email: string) => email,
  }
  const report = buildReviewReport(data, [])
  const style = { ...createPrinter(), zone: 'UTC', origin: null }
  for (const text of [writeReportMarkdown(report, 'UTC'), JSON.stringify(writeParts(style, report.parts))]) {
    expect(text).toContain(`Asks for ${name}`)
    expect(text).toContain(words)
  }
  const comment = summariseReview({ review, change: reviewed, actions: [], link: '' })
  expect(comment).toContain(`Noun of ${name}: ${words}`)
  // Proposal of an assistant, and the short form, which does not ask it.
  const tool = allTools.find(({ input }) => 'parts' in input.shape)
  expect(JSON.stringify(tool && z.toJSONSchema(tool.input, { io: 'input' }))).toContain(`"risk.${name}"`)
  expect(fitsShortForm(reviewed, { ...empty, risk: { ...empty.risk, [name]: added[name][0] } })).toBe(false)
})
