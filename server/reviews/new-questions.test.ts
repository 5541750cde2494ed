import { text as readText } from 'node:stream/consumers'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { TooltipProvider } from 'radix-ui/tooltip'
import { createElement } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { listFieldChanges } from '#components/history/field-change.ts'
import { StepQuestion } from '#components/review/form/questions.tsx'
import type { StepProps } from '#components/review/form/use-step-form.ts'
import { type ReviewForm, writtenForms } from '#lib/contracts/app/review-forms.ts'
import { exampleReview, Review } from '#lib/contracts/app/reviews.ts'
import { change } from '#lib/contracts/changes.ts'
import { readPlanSteps } from '#lib/domain/change/plan-steps.ts'
import { writeReportMarkdown } from '#lib/report/report-text.ts'
import { buildReviewReport } from '#lib/report/review-report.ts'
import { compareVersions } from '#lib/review/answers.ts'
import { emptyReviewForms, pickForms, type ReviewFormValues, replaceForms } from '#lib/review/forms.ts'
import { listStepProgress } from '#lib/review/progress.ts'
import { createGivenSchema, entries, type Schemas } from '#lib/review/questions/kinds.ts'
import { type ListField, type QuestionName, type StepName, steps } from '#lib/review/questions/steps.ts'
import { fillCleanForms, fitsShortForm, listShortQuestions } from '#lib/review/short-form.ts'
import { quietReview } from '#lib/review/testing-answers.ts'
import { summariseReview } from '#server/connections/servicenow/writes/review-comments.ts'
import { allTools } from '#server/mcp/all-tools.ts'
import { writeParts } from '#server/pages/report/pdf/parts.ts'
import { createPrinter } from '#server/pages/report/pdf/printable.ts'
import { listFormDifferences } from './save-step.ts'

/** One new question of each kind, with an answer and its words. */
const added = vi.hoisted(() => ({
  cause: ['human', 'Human error'],
  rehearsed: [false, 'No'],
  marks: [['disk', 'human'], 'A disk, Human error'],
  reasons: [['Tool', 'Plan'], 'Tool, Plan'],
  story: ['The lock was held.', 'The lock was held.'],
  volume: [1_200, '1,200 GB'],
  outage: [90, '1 hour 30 minutes'],
  noticed: ['2026-03-01T02:30:00.000Z', '1 Mar 2026, 02:30'],
  known: [true, 'Yes'],
}))

vi.mock('#lib/review/questions/risk.ts', async (importOriginal) => {
  const { risk } = await importOriginal<typeof import('#lib/review/questions/risk.ts')>()
  const { amount, choice, flag, minutes, moment, several, shortYes, text, yesNo } = await import(
    '#lib/review/questions/kinds.ts'
  )
  const { step } = await import('#lib/review/questions/question.ts')
  const word = <Name extends string>(name: Name) => ({
    asks: `Asks for ${name}`,
    describes: `Describes ${name}`,
    noun: `noun of ${name}`,
    required: `Answer ${name}.`,
    proposable: true as const,
  })
  const none = flag({ asks: 'Nothing was found', describes: 'Nothing was found', noun: 'word that nothing was found' })
  return {
    risk: step('risk', {
      ...risk.questions,
      cause: choice({ ...word('cause'), example: 'disk', labels: { human: 'Human error', disk: 'A disk' } }),
      rehearsed: yesNo({ ...word('rehearsed'), example: true }),
      marks: several({ ...word('marks'), example: ['disk'], labels: { human: 'Human error', disk: 'A disk' } }),
      reasons: several({ ...word('reasons'), example: ['Tool'] }),
      story: text({ ...word('story'), example: 'It hung.' }),
      volume: amount({ ...word('volume'), example: 5, unit: 'GB', max: 10_000 }),
      outage: minutes({ ...word('outage'), example: 5 }),
      noticed: moment({ ...word('noticed'), example: '2026-03-01T03:00:00.000Z' }),
      known: flag({ ...word('known'), example: true }),
      is_trained: yesNo({ asks: 'Was it trained?', describes: 'Training', noun: 'training', short: { clean: true } }),
      is_any_found: shortYes({ asks: 'Was anything found?', none, describes: 'A find', noun: 'answer on finds' }),
      is_none_found: none,
    }),
  }
})

const names = Object.keys(added) as (keyof typeof added)[]
const answers = Object.fromEntries(names.map((name) => [name, added[name][0]]))
const reviewed = change.example
const empty = emptyReviewForms(reviewed)
const filled = { ...empty, risk: { ...empty.risk, ...answers } as ReviewForm<'risk'> }
const review = { ...replaceForms(exampleReview, filled), completed_by: 'Noor Haddad' }

/** The report as Markdown and as a PDF, and the comment for the ITSM. */
function write(of: Review, actual = reviewed) {
  const none = { incidents: [], improvements: [], files: [], questions: [], returns: [], versions: [] }
  const data = {
    change: actual,
    people: undefined,
    origin: null,
    review: of,
    nameOf: (email: string) => email,
    markedLessons: [],
    ...none,
  }
  const report = buildReviewReport(data, [])
  const style = { ...createPrinter(), zone: 'UTC', origin: null }
  return {
    texts: [writeReportMarkdown(report, 'UTC'), JSON.stringify(writeParts(style, report.parts))],
    comment: summariseReview({ review: of, change: actual, actions: [], link: '' }),
  }
}

const snapshot = { change: reviewed, improvements: [], proposed_outcome: null, pir_date: null }
const compare = (forms: ReviewFormValues, change = reviewed) =>
  compareVersions({ ...snapshot, change, forms: empty }, { ...snapshot, change, forms }).flatMap(({ rows }) => rows)

test.each(names)('%s is asked, described, required, compared, reported and proposed', async (name) => {
  const [, words] = added[name]
  // Schema and JSON.
  const schema = JSON.stringify(z.toJSONSchema(writtenForms.risk, { io: 'input' }))
  expect(schema).toContain(`"description":"Describes ${name}"`)
  expect(writtenForms.risk.parse(filled.risk)).toEqual(filled.risk)
  expect(writtenForms.risk.safeParse({ ...filled.risk, [name]: { wrong: true } }).success).toBe(false)
  expect(Review.parse(review).steps.risk.form).toMatchObject(answers)
  // Missing.
  const listMissing = (forms: typeof empty) =>
    listStepProgress({ change: reviewed, forms, ...quietReview }).flatMap(({ missing }) =>
      missing.map(({ field, text }) => `${field}: ${text}`),
    )
  expect(listMissing(empty)).toContain(`${name}: Answer ${name}.`)
  expect(listMissing(filled)).not.toContain(`${name}: Answer ${name}.`)
  // Form.
  const saver = { subscribe: () => () => {}, form: filled.risk, loaded: filled.risk, state: { kind: 'saved' } }
  const savers = {
    steps: { risk: saver },
    subscribe: () => () => {},
    getLoaded: () => filled,
  } as unknown as StepProps['savers']
  const asked = { of: steps.risk, name: name as QuestionName<'risk'>, change: reviewed, savers }
  const question = createElement(StepQuestion<typeof steps.risk>, asked)
  const drawn = createElement(
    QueryClientProvider,
    { client: new QueryClient() },
    createElement(TooltipProvider, null, question),
  )
  const { prelude } = await prerenderToNodeStream(drawn)
  expect(await readText(prelude)).toContain(`Asks for ${name}`)
  // Comparison of versions and history.
  expect(compare(filled)).toContainEqual(expect.objectContaining({ question: `Asks for ${name}`, change: 'changed' }))
  const differences = listFieldChanges({ changes: listFormDifferences('risk', empty.risk, filled.risk), names: {} })
  expect(differences.map(({ noun }) => noun)).toContain(`noun of ${name}`)
  // Report as a text and as a PDF, and comment for the ITSM.
  const { texts, comment } = write(review)
  for (const text of texts) {
    expect(text).toContain(`Asks for ${name}`)
    expect(text).toContain(words)
  }
  expect(comment).toContain(`Noun of ${name}: ${words}`)
  // Proposal of an assistant, and the short form, which does not ask it.
  const tool = allTools.find(({ input }) => 'parts' in input.shape)
  expect(JSON.stringify(tool && z.toJSONSchema(tool.input, { io: 'input' }))).toContain(`"risk.${name}"`)
  expect(fitsShortForm(reviewed, { ...empty, risk: { ...empty.risk, [name]: added[name][0] } })).toBe(false)
})

test('a question with an answer of clean changes, and one that a “Yes” replaces, are asked by the short form', () => {
  const asked = listShortQuestions(reviewed).filter(({ key }) => /is_trained|is_any_found/.test(key))
  expect(asked.map(({ text }) => text)).toEqual(['Was it trained?', 'Was anything found?'])
  const clean = fillCleanForms(reviewed, '')
  expect(clean.risk).toMatchObject({ is_trained: true, is_none_found: true })
  expect(fitsShortForm(reviewed, clean)).toBe(true)
  expect(writtenForms.risk.safeParse(clean.risk).success).toBe(true)
  const yes = { ...clean, risk: { ...clean.risk, is_none_found: false, is_any_found: true } }
  expect(writtenForms.risk.parse(yes.risk)).toEqual(yes.risk)
  expect(compare(yes)).toContainEqual(expect.objectContaining({ question: 'Was anything found?', change: 'added' }))
  const differences = listFieldChanges({ changes: listFormDifferences('risk', clean.risk, yes.risk), names: {} })
  expect(differences.map(({ noun }) => noun).toSorted()).toEqual(['answer on finds', 'word that nothing was found'])
})

/** Words of the entries that the example of a review has in each list. */
const listed: Readonly<Record<ListField, string>> = {
  'plan.steps': 'Took twice as long as planned.',
  'plan.checks': 'The night shift was not.',
  'incidents.decisions': 'Writers were started too early.',
  'lessons.drafts': 'Measure an upgrade on a full copy',
}

test.each(Object.entries(listed))('the list %s is compared, reported and recorded', (field, words) => {
  const [step] = field.split('.') as [StepName]
  const actual = { ...reviewed, implementation_plan: { steps: ['Stop the writers', 'Upgrade the replica'] } }
  const keys = readPlanSteps(actual.implementation_plan).map(({ key }) => key)
  const { plan, ...others } = pickForms(exampleReview)
  const marks = plan.steps.map((mark, at) => ({ ...mark, key: keys[at] ?? '' }))
  const forms = { ...others, plan: { ...plan, steps: marks } }
  expect(JSON.stringify(compare(forms, actual))).toContain(words)
  const { texts, comment } = write({ ...replaceForms(exampleReview, forms), completed_by: 'Noor Haddad' }, actual)
  for (const text of [...texts, comment]) expect(text).toContain(words)
  const differences = listFormDifferences(step, empty[step], forms[step])
  expect(JSON.stringify(listFieldChanges({ changes: differences, names: {} }))).toContain(words)
})

test('a list without a schema of its own is refused', () => {
  const list = entries({ asks: 'Marks', describes: 'Marks', noun: 'marks', by: 'key' })
  expect(() => createGivenSchema(list, {} as Schemas)).toThrow('The list “Marks” needs a schema of its own.')
})
