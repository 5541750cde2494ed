import { beforeAll, expect, test } from 'vitest'
import { provideTestDatabase, readRows } from '#server/platform/db/testing.ts'
import { testPerson } from '#server/platform/runtime/testing-context.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { decideReviewProposal, listReviewProposals, proposeAnswers } from '#server/reviews/proposals.ts'
import { getReview } from '#server/reviews/queries.ts'
import { createContext, insertChange, insertIncident, saveStep } from '#server/reviews/testing.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviews } from '#server/schema/reviews.ts'
import { connectAssistant, issueToken, setAssistants } from './testing-assistant.ts'

const database = provideTestDatabase()
let ctx: ReturnType<typeof createContext>
let token: string
let reference: string

beforeAll(async () => {
  ctx = createContext(database.db)
  setAssistants(database, { assistants: 'propose' })
  token = await issueToken(database, 'propose')
  await insertChange(database.db, 'CHG1')
  await insertIncident(database.db, 'INC1', null)
  reference = (await startReview(ctx, 'CHG1')).reference
})

async function propose(parts: unknown, number = 'CHG1') {
  const client = await connectAssistant(token)
  const { content, isError = false } = await client.callTool({ name: 'propose_answers', arguments: { number, parts } })
  const [answer] = content
  return { isError, text: answer?.type === 'text' ? answer.text : '' }
}

const readTools = async (secret: string) => (await (await connectAssistant(secret)).listTools()).tools

const lesson = {
  title: 'Rehearse',
  content: 'On a full copy.',
  polarity: 'negative',
  category: '',
  tags: [],
  technologies: [],
}
const decision = { incident: 'INC1', decision: 'rejected', reason: 'Before the change' }

test('a draft is stored beside the review, which stays as it is', async () => {
  const before = await getReview(ctx, reference)
  const parts = [
    { field: 'risk.verdict', value: 'too_low' },
    { field: 'risk.missed', value: 'The copy was small.' },
    { field: 'incidents.decisions', value: decision },
    { field: 'lessons.drafts', value: lesson },
  ]
  expect(await propose(parts)).toMatchObject({ isError: false, text: expect.stringContaining(reference) })
  expect((await listReviewProposals(ctx, reference)).map(({ part, proposed_by: by }) => ({ part, by }))).toEqual(
    parts.map((part) => ({ part, by: 'Assistant propose' })),
  )
  expect(await getReview(ctx, reference)).toEqual(before)
  const [row] = await readRows(database.db, reviews, { reference })
  expect(row?.writers).toEqual([])
})

test('an answer replaces what the same assistant proposed for the same, and no other', async () => {
  const missed = { field: 'risk.missed', value: 'The copy was a tenth of the size.' }
  const other = { ...lesson, title: 'Measure first' }
  const again = { ...lesson, content: 'On two copies.' }
  await propose([missed, ...[other, again].map((value) => ({ field: 'lessons.drafts', value }))])
  const open = await listReviewProposals(ctx, reference)
  expect(open.map(({ part }) => part)).toEqual([
    { field: 'risk.verdict', value: 'too_low' },
    { field: 'incidents.decisions', value: decision },
    missed,
    { field: 'lessons.drafts', value: other },
    { field: 'lessons.drafts', value: again },
  ])
  const second = { ...ctx, actor: { kind: 'token', id: 'tok', name: 'Chat', system: 'mcp', scope: 'propose' } as const }
  await proposeAnswers(second, 'CHG1', [{ field: 'risk.missed', value: 'Another opinion' }])
  expect(await listReviewProposals(ctx, reference)).toHaveLength(6)
})

test('who takes a proposal saves the step and is its author', async () => {
  const open = await listReviewProposals(ctx, reference)
  const [verdict, missed] = open.filter(({ part }) => part.field.startsWith('risk.'))
  await saveStep(ctx, await getReview(ctx, reference), 'risk', { verdict: 'too_low', missed: '' })
  await decideReviewProposal(ctx, { reference, id: verdict?.id ?? '' }, 'taken')
  await decideReviewProposal(ctx, { reference, id: missed?.id ?? '' }, 'dismissed')
  expect(await listReviewProposals(ctx, reference)).toHaveLength(open.length - 2)
  const again = decideReviewProposal(ctx, { reference, id: missed?.id ?? '' }, 'taken')
  await expect(again).rejects.toThrow('is dismissed already')
  const second = createContext(database.db, testPerson('reviewer', 'acc_other'))
  const alsoTaken = decideReviewProposal(second, { reference, id: verdict?.id ?? '' }, 'taken')
  await expect(alsoTaken).rejects.toThrow('is taken already')
  const [row] = await readRows(database.db, reviews, { reference })
  expect(row?.writers).toEqual([ctx.actor.kind === 'account' ? ctx.actor.email : ''])
  const entries = await readRows(database.db, auditEvents, { entityId: reference })
  expect(entries.map(({ actionName, actorKind }) => `${actionName} by ${actorKind}`)).toEqual(
    expect.arrayContaining(['proposed by token', 'proposal_taken by account', 'proposal_dismissed by account']),
  )
})

test.each<[string, unknown, RegExp]>([
  ['an unknown field', [{ field: 'plan.steps', value: [] }], /invalid_parameter: parts\.0\.field/],
  [
    'a value that the field does not have',
    [{ field: 'outcome.outcome', value: 'fine' }],
    /parts\.0\.value must be one of successful/,
  ],
  ['a text that cannot be stored', [{ field: 'plan.notes', value: 'a\u0000b' }], /value contains a NUL character/],
  [
    'an unknown incident',
    [{ field: 'incidents.decisions', value: { ...decision, incident: 'INC9' } }],
    /There is no incident INC9/,
  ],
  ['nothing', [], /parts/],
  [
    'two answers to the same',
    ['One', 'Two'].map((value) => ({ field: 'plan.notes', value })),
    /^invalid_parameter: parts name plan\.notes twice: join them/,
  ],
])('refuses %s', async (_, parts, message) => {
  const { isError, text } = await propose(parts)
  expect(isError).toBe(true)
  expect(text).toMatch(message)
})

test('has a limit of open proposals, and needs a review that can be written', async () => {
  const lessons = (from: number) =>
    Array.from({ length: 20 }, (_, at) => ({ field: 'lessons.drafts', value: { ...lesson, title: `${from + at}` } }))
  const many = lessons(0)
  const answers = []
  for (let at = 0; at < 5; at += 1) answers.push(await propose(lessons(20 * at)))
  expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, false, true])
  expect(answers[4]?.text).toContain('conflict: The review')
  expect((await propose(many, 'CHG9')).text).toContain('not_found')
  await insertChange(database.db, 'CHG2')
  expect((await propose(many, 'CHG2')).text).toContain('not_found: There is no review of change CHG2')
})

test('the tool is listed for those only who may propose, and is no read-only one', async () => {
  const proposing = await readTools(token)
  expect(proposing).toHaveLength(10)
  const { annotations } = proposing.find(({ name }) => name === 'propose_answers') ?? {}
  expect(annotations).toMatchObject({ readOnlyHint: false, destructiveHint: false, idempotentHint: false })
  const names = async (secret: string) => (await readTools(secret)).map(({ name }) => name)
  expect(await names(await issueToken(database, 'read'))).not.toContain('propose_answers')
  setAssistants(database, { assistants: 'read' })
  expect(await names(token)).not.toContain('propose_answers')
})

test('only a person decides', async () => {
  const asToken = {
    ...ctx,
    actor: { kind: 'token', id: 'tok', name: 'Chat', system: 'mcp', scope: 'propose' } as const,
  }
  const [open] = await listReviewProposals(ctx, reference)
  await expect(decideReviewProposal(asToken, { reference, id: open?.id ?? '' }, 'taken')).rejects.toThrow('signed-in')
  const other = createContext(database.db, testPerson('reviewer', 'acc_other'))
  await expect(decideReviewProposal(other, { reference, id: 'prp_none' }, 'taken')).rejects.toThrow('There is no')
})
