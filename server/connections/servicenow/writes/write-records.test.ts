import { expect, test } from 'vitest'
import { answersOf, newLesson } from '#lib/review/testing-answers.ts'
import { knowRecord } from '#server/connections/testing-connection.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import { publishLesson } from '#server/reviews/commands/publish-lesson.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { getReview } from '#server/reviews/queries.ts'
import { callum, insertIncident, newAction, saveStep } from '#server/reviews/testing.ts'
import { at, manager, provideWrites } from './testing-writes.ts'

const fixture = provideWrites()
const { arrange, as } = fixture

test('a confirmed incident names the change, until it is not confirmed any more', async () => {
  const { complete, writer, reference, change, sysId } = await arrange({ caused_by: true })
  const incident = `INC-${change}`
  await insertIncident(fixture.database.db, incident, change)
  const remoteIncident = fixture.instance.writeRow('incident', { number: incident, caused_by: '' })
  const decide = async (decision: 'confirmed' | 'rejected', outcome: 'successful' | 'successful_with_issues') => {
    const decisions = [{ incident, decision, reason: 'By the logs' }]
    await saveStep(as(), await getReview(as(), reference), 'incidents', {
      is_none_caused: decision === 'rejected',
      decisions,
    })
    await saveStep(as(), await getReview(as(), reference), 'outcome', answersOf(outcome))
    await complete()
  }
  await decide('confirmed', 'successful_with_issues')
  await writer.run(at(0))
  expect(fixture.instance.readRow('incident', remoteIncident)).toMatchObject({ caused_by: sysId })
  await reopenReview(as(manager), reference, 'It was another change')
  await decide('rejected', 'successful')
  await writer.run(at(1))
  expect(fixture.instance.readRow('incident', remoteIncident)).toMatchObject({ caused_by: '' })
})

test.each(['change_task', 'problem_task'] as const)('an improvement action becomes one %s', async (table) => {
  fixture.instance.traps.lostAnswerShare = 1
  const { id: connection, change, complete, writer, reference, sysId } = await arrange({ improvements: table })
  const incident = `INC-${change}`
  await insertIncident(fixture.database.db, incident, change)
  const remoteIncident = fixture.instance.writeRow('incident', { number: incident, caused_by: '', problem_id: 'prb-1' })
  await knowRecord(fixture.database.db, connection, ['incident', incident], ['incident', remoteIncident])
  await saveStep(as(), await getReview(as(), reference), 'incidents', {
    is_none_caused: false,
    decisions: [{ incident, decision: 'confirmed', reason: 'By the logs' }],
  })
  await saveStep(as(), await getReview(as(), reference), 'outcome', answersOf('successful_with_issues'))
  await saveStep(as(), await getReview(as(), reference), 'improvements', { is_none_needed: false })
  const { id } = await createImprovement(as(), newAction(reference, { title: 'Rehearse it', owner: callum.email }))
  await complete()
  await writer.run(at(0))
  await writer.run(at(1))
  const rows = [...(fixture.instance.tables[table]?.rows.values() ?? [])]
  expect(rows).toMatchObject([
    {
      correlation_id: id,
      short_description: 'Rehearse it',
      ...(table === 'change_task' ? { change_request: sysId } : { parent: sysId, problem: 'prb-1' }),
    },
  ])
  expect(rows[0]?.description).toContain(`Owner: ${callum.email}\nDue: 2026-05-29\nFrom Hindsight: https://pir.example`)
})

test('a lesson becomes one draft, which follows it until it is published there', async () => {
  fixture.instance.traps.lostAnswerShare = 1
  const { writer, reference, last, complete } = await arrange({ lessons: true, knowledge_base: 'kb-base' })
  const publish = async (content: string) => {
    const drafts = [newLesson({ key: 'l1', title: 'Rehearse', content })]
    await saveStep(as(), await getReview(as(), reference), 'lessons', { is_none_learned: false, drafts })
    await publishLesson(as(), reference, 'l1', { mask_names: false })
    await complete()
  }
  const publishAgain = async (content: string) => {
    await reopenReview(as(manager), reference, 'Say more.')
    await publish(content)
  }
  await publish('On a **copy**.')
  await writer.run(at(0))
  const rows = () => [...(fixture.instance.tables.kb_knowledge?.rows.values() ?? [])]
  expect(rows()).toMatchObject([
    { short_description: 'Rehearse', workflow_state: 'draft', kb_knowledge_base: 'kb-base' },
  ])
  expect(rows()[0]?.text).toMatch(/^<p>On a <strong>copy<\/strong>\.<\/p>\n<p>From Hindsight: https:\/\/pir\.example/)
  await publishAgain('On a full copy.')
  await writer.run(at(1))
  expect(rows()).toMatchObject([{ text: expect.stringContaining('full copy') }])
  fixture.instance.writeRow('kb_knowledge', { sys_id: rows()[0]?.sys_id ?? '', workflow_state: 'published' })
  await publishAgain('On two copies.')
  await writer.run(at(2))
  expect(await last('lesson')).toMatchObject({
    status: 'dropped',
    reason: expect.stringContaining('no longer a draft'),
  })
})
