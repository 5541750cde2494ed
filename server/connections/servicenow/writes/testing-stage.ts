import type { HostileServiceNow } from '#e2e/lab/servicenow/hostile-servicenow.ts'
import { answersOf, newLesson } from '#lib/review/testing-answers.ts'
import { sealSecrets } from '#server/connections/find-connection.ts'
import { everyWrite, insertServiceNow, knowRecord } from '#server/connections/testing-connection.ts'
import { createRandom, type Random } from '#server/demo/random.ts'
import { createImprovement } from '#server/improvements/create-improvement.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getRuntime } from '#server/platform/runtime/runtime.ts'
import { testPerson, testToken } from '#server/platform/runtime/testing-context.ts'
import { updateChange } from '#server/reviews/api-writes/update-change.ts'
import { completeReview } from '#server/reviews/commands/complete.ts'
import { publishLesson } from '#server/reviews/commands/publish-lesson.ts'
import { reopenReview } from '#server/reviews/commands/reopen.ts'
import { startReview } from '#server/reviews/commands/start.ts'
import { getReview } from '#server/reviews/queries.ts'
import {
  createContext,
  fillReview,
  insertIncident,
  insertOwed,
  newAction,
  noor,
  saveStep,
} from '#server/reviews/testing.ts'

/** A text that another person wrote in ServiceNow. */
export type RemoteText = { readonly change: string; readonly sysId: string; readonly text: string }

export type Stage = {
  readonly connectionId: string
  readonly remoteTexts: readonly RemoteText[]
  /** Prepares the nth change and completes its review in one of several ways, while others may write too. */
  complete(index: number): Promise<void>
}

const outcomes = ['successful', 'partially_successful', 'failed'] as const
const manager = testPerson('manager')

/** Sets up a connection with every option enabled, and changes whose reviews are completed one after the other. */
export async function prepareStage(
  db: Database,
  instance: HostileServiceNow,
  { seed, perMinute }: { readonly seed: string; readonly perMinute: number },
): Promise<Stage> {
  const random = createRandom(`write back ${seed}`)
  const connectionId = `con-${seed}`
  await insertServiceNow(db, connectionId, {
    url: instance.url,
    perMinute,
    sealedSecret: sealSecrets({ secret: instance.account.password }, getRuntime().secret),
    writes: everyWrite,
  })
  const remoteTexts: RemoteText[] = []
  const fields = [...(instance.tables.change_request?.schema.fields ?? [])].filter((name) => !name.startsWith('sys_'))
  const blank = Object.fromEntries(fields.map((name) => [name, '']))

  async function complete(index: number): Promise<void> {
    const now = new Date().toISOString()
    const change = `CHG-${seed}-${index}`
    const as = (actor: Parameters<typeof createContext>[1]) => createContext(db, actor, now)
    const sysId = instance.writeRow('change_request', { ...blank, number: change, state: '0' })
    await knowRecord(db, connectionId, ['change', change], ['change_request', sysId])
    const reference = await insertOwed(db, change)
    const meddle = () => {
      const text = `Note ${remoteTexts.length} of the change manager.`
      remoteTexts.push({ change, sysId, text })
      instance.writeRow('change_request', { sys_id: sysId, [random.pick(['review_comments', 'correlation_id'])]: text })
    }
    if (isDrawn(random, 4)) meddle()
    if (index % 2 === 0) {
      await completeAsPerson(db, { random, change, reference, now, instance, connectionId })
      if (isDrawn(random, 10)) {
        await reopenReview(as(manager), reference, 'Something was missing')
        await completeReview(as(noor), reference, {})
      }
    } else {
      await updateChange(as(testToken), change, { pir_completed: true, pir_outcome: random.pick(outcomes) })
      if (isDrawn(random, 10)) await updateChange(as(testToken), change, { pir_outcome: random.pick(outcomes) })
    }
    if (isDrawn(random, 4)) meddle()
  }
  return { connectionId, remoteTexts, complete }
}

const isDrawn = (random: Random, percent: number) => random.between(1, 100) <= percent

type Reviewed = {
  readonly random: Random
  readonly change: string
  readonly reference: string
  readonly now: string
  readonly instance: HostileServiceNow
  readonly connectionId: string
}

/** Completes a review in the forms; some have an incident, an improvement action or a lesson. */
async function completeAsPerson(db: Database, { random, change, reference, now, instance, connectionId }: Reviewed) {
  const ctx = createContext(db, noor, now)
  await fillReview(ctx, await startReview(ctx, change))
  const review = () => getReview(ctx, reference)
  if (isDrawn(random, 20)) {
    const incident = `INC-${change}`
    await insertIncident(db, incident, change)
    const sysId = instance.writeRow('incident', { number: incident, caused_by: '' })
    await knowRecord(db, connectionId, ['incident', incident], ['incident', sysId])
    const decisions = [{ incident, decision: 'confirmed' as const, reason: 'By the logs' }]
    await saveStep(ctx, await review(), 'incidents', { is_none_caused: false, decisions })
    await saveStep(ctx, await review(), 'outcome', answersOf('successful_with_issues'))
  }
  if (isDrawn(random, 20)) {
    await saveStep(ctx, await review(), 'improvements', { is_none_needed: false })
    await createImprovement(ctx, newAction(reference, { title: `Rehearse ${change}` }))
  }
  if (isDrawn(random, 10)) {
    const drafts = [newLesson({ key: 'l1', title: `Rehearse ${change}` })]
    await saveStep(ctx, await review(), 'lessons', { is_none_learned: false, drafts })
    await publishLesson(ctx, reference, 'l1', { mask_names: false })
  }
  await completeReview(ctx, reference, {})
}
