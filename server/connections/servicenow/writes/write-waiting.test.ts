import { describe, expect, test } from 'vitest'
import { resolveWriteConflict } from '#server/connections/commands.ts'
import { getConnection } from '#server/connections/queries.ts'
import { testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { getReview } from '#server/reviews/queries.ts'
import { at, manager, provideWrites } from './testing-writes.ts'

const fixture = provideWrites()
const { arrange, as, countPatches, writeBack } = fixture

describe('the fields of a review', () => {
  test('are written and read back, once', async () => {
    const { writer, readRemote, reference, change, last, counts } = await writeBack({
      review: true,
      correlation_id: true,
    })
    expect(counts).toMatchObject({ written: 2, conflicts: 0 })
    expect(readRemote()).toMatchObject({
      review_status: 'Successful',
      review_date: '2026-03-09',
      correlation_id: reference,
      sys_mod_count: '2',
    })
    expect(readRemote()?.review_comments).toBe(
      [
        `Outcome: Successful. Completed by Noor Haddad on 9 Mar 2026 (${reference}).`,
        'Objective met: Yes\nBackout plan used: No\nRisk: Rated correctly',
        `Full review: https://pir.example/changes/${change}/review`,
      ].join('\n\n'),
    )
    expect(await writer.run(at(24))).toMatchObject({ written: 0 })
    expect(countPatches()).toBe(2)
    expect(await last('review')).toMatchObject({ status: 'done', reason: null, attempts: 1 })
  })

  test('are not written while the review is open again', async () => {
    const { complete, writer, reference, readRemote, last } = await arrange({ review: true })
    await complete()
    await reopenReview(as(manager), reference, 'Too early')
    await writer.run(at(0))
    expect(await last('review')).toMatchObject({ status: 'dropped', reason: 'The review is not completed any more.' })
    expect(readRemote()?.review_status).toBe('')
  })

  test('that are not taken are named, and written when they can be', async () => {
    fixture.instance.traps.unwritableFields = ['review_comments']
    const { id, writer, last } = await writeBack({ review: true })
    expect(await last('review')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('did not take review_comments'),
      fields: [{ field: 'review_comments', ours: expect.stringContaining('Outcome'), theirs: '', base: '' }],
    })
    const { writes } = await getConnection(as(manager), id)
    expect(writes, 'an empty field, as people see it').toMatchObject([{ fields: [{ theirs: null }] }])
    fixture.instance.traps.unwritableFields = []
    await resolveWriteConflict(as(manager), id, (await last('review')).id, 'retry')
    await writer.run(at(1))
    expect(await last('review')).toMatchObject({ status: 'done' })
  })

  test('that are shorter there are cut at a word, with a link', async () => {
    fixture.instance.traps.maxTextLength = 120
    const { readRemote, last, change } = await writeBack({ review: true })
    expect(await last('review')).toMatchObject({ status: 'done' })
    expect(readRemote()?.review_comments).toMatch(/^Outcome: Successful\.[^…]*… Full review: https/)
    expect(readRemote()?.review_comments?.endsWith(`/changes/${change}/review`)).toBe(true)
    expect(readRemote()?.review_comments?.length).toBeLessThanOrEqual(120)
  })
})

describe('a conflict', () => {
  test('shows both versions and overwrites nothing; a person chooses ours', async () => {
    const { id, writer, readRemote, edit, last, reference } = await writeBack({ review: true })
    edit({ review_comments: 'Closed by phone.' })
    await updateChange(as(testToken), (await getReview(as(), reference)).change_number, { pir_outcome: 'failed' })
    expect(await writer.run(at(1))).toMatchObject({ written: 0, conflicts: 1 })
    const write = await last('review')
    expect(write).toMatchObject({
      status: 'conflict',
      reason: 'Someone else wrote review_comments in ServiceNow.',
      fields: [
        {
          field: 'review_comments',
          ours: expect.stringContaining('Outcome: Failed'),
          theirs: 'Closed by phone.',
          base: expect.stringContaining('Outcome: Successful'),
        },
      ],
    })
    expect(readRemote()).toMatchObject({ review_comments: 'Closed by phone.', review_status: 'Successful' })
    // A text that was written after the person's decision is not overwritten either.
    await resolveWriteConflict(as(manager), id, write.id, 'ours')
    edit({ review_comments: 'Closed by mail.' })
    await writer.run(at(2))
    expect(await last('review')).toMatchObject({ status: 'conflict', fields: [{ theirs: 'Closed by mail.' }] })
    await resolveWriteConflict(as(manager), id, write.id, 'ours')
    await writer.run(at(3))
    expect(await last('review')).toMatchObject({ status: 'done' })
    expect(readRemote()).toMatchObject({ review_comments: expect.stringContaining('Failed'), review_status: 'Failed' })
  })

  test('of a text that was there before is shown; theirs can stay', async () => {
    const { id, writer, readRemote, last, counts } = await writeBack(
      { review: true, correlation_id: true },
      { review_comments: 'See the minutes.', review_status: 'planned', correlation_id: 'JIRA-7' },
    )
    expect(counts).toMatchObject({ conflicts: 2 })
    for (const kind of ['review', 'correlation_id'] as const) {
      await resolveWriteConflict(as(manager), id, (await last(kind)).id, 'theirs')
    }
    await writer.run(at(1))
    expect(await last('review')).toMatchObject({
      status: 'dropped',
      reason: 'Test manager kept the value of the other system.',
    })
    expect(readRemote()).toMatchObject({ review_comments: 'See the minutes.', correlation_id: 'JIRA-7' })
  })

  test('is a record that someone else wrote at the same time', async () => {
    fixture.instance.traps.otherWriterShare = 1
    const { last } = await writeBack({ review: true })
    expect(await last('review')).toMatchObject({
      status: 'conflict',
      reason: expect.stringContaining('was written 2 times'),
    })
  })
})

describe('a failure', () => {
  test('of the response after the write repeats nothing', async () => {
    fixture.instance.traps.lostAnswerShare = 1
    const { last, readRemote } = await writeBack({ review: true, work_note: true })
    expect(await last('review')).toMatchObject({ status: 'done' })
    expect(await last('work_note')).toMatchObject({ status: 'done' })
    expect(readRemote()?.sys_mod_count).toBe('2')
    expect(countPatches()).toBe(2)
  })

  test('of the instance leaves the write waiting, and counts no attempt', async () => {
    const { complete, writer, last } = await arrange({ review: true })
    await complete()
    fixture.instance.traps.storm = { every: 1, length: 1, retryAfterSeconds: 3600 }
    await expect(writer.run(at(0))).rejects.toThrow('127.0.0.1')
    const waiting = await last('review')
    expect(waiting).toMatchObject({ status: 'waiting', attempts: 0, reason: expect.stringContaining('127.0.0.1') })
    expect(Date.parse(waiting.nextAttemptAt)).toBeGreaterThan(Date.now() + 3_500_000)
    fixture.instance.traps.storm = { every: 0, length: 0, retryAfterSeconds: 0 }
    await writer.run({ now: new Date(Date.now() + 3_700_000) })
    expect(await last('review')).toMatchObject({ status: 'done' })
  })

  test('of the rights is final, with the reason', async () => {
    fixture.instance.traps.unwritableTables = ['change_request']
    const { last } = await writeBack({ review: true })
    expect(await last('review')).toMatchObject({ status: 'failed', reason: expect.stringContaining('has no right') })
  })
})

test('a work note is added once for each completion', async () => {
  const { complete, writer, reference, sysId, change } = await writeBack({ work_note: true })
  await reopenReview(as(manager), reference, 'Something was missing')
  await complete()
  await writer.run(at(1))
  const notes = [...(fixture.instance.tables.sys_journal_field?.rows.values() ?? [])]
  expect(notes.map(({ element_id: id, value }) => [id, value?.replace(/version \d+/, 'version N')])).toEqual(
    Array(2).fill([
      sysId,
      `The review ${reference} (version N) is completed: Successful.\nhttps://pir.example/changes/${change}/review`,
    ]),
  )
})

describe('closing', () => {
  test('sets state, code and notes where the state allows it', async () => {
    const { readRemote, last, reference } = await writeBack({ close: true })
    expect(readRemote()).toMatchObject({
      state: '3',
      close_code: 'successful',
      close_notes: expect.stringContaining(reference),
    })
    expect(await last('close')).toMatchObject({ status: 'done', reason: 'Closed as successful.' })
  })

  test('waits for the state, and gives up after a day', async () => {
    const { writer, edit, readRemote, last } = await writeBack({ close: true }, { state: '-1' })
    expect(await last('close')).toMatchObject({ status: 'waiting', reason: expect.stringContaining('state -1') })
    edit({ state: '0' })
    await writer.run(at(1))
    expect(readRemote()).toMatchObject({ state: '3' })

    const never = await arrange({ close: true }, { state: '-2' })
    await never.complete()
    for (let hours = 0; hours < 100; hours += 6) await never.writer.run(at(hours))
    expect(await never.last('close')).toMatchObject({ status: 'failed', attempts: 10 })
  })

  test('leaves a change that was closed alike, and shows one that was closed otherwise', async () => {
    const closed = (close_code: string, close_notes: string) =>
      writeBack({ close: true }, { state: '3', close_code, close_notes })
    const alike = await closed('successful', 'Went well')
    const otherwise = await closed('unsuccessful', 'Went badly')
    expect(await alike.last('close')).toMatchObject({ status: 'done' })
    expect(alike.readRemote()).toMatchObject({ close_notes: 'Went well' })
    expect(await otherwise.last('close')).toMatchObject({ status: 'conflict' })
    expect(otherwise.readRemote()).toMatchObject({ close_code: 'unsuccessful' })
  })

  test('that the instance ignores is not reported as done', async () => {
    fixture.instance.traps.stuckStates = true
    const { last } = await writeBack({ close: true })
    expect(await last('close')).toMatchObject({
      status: 'failed',
      reason: expect.stringContaining('did not take state'),
    })
  })
})
