import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Review } from '#lib/contracts/app/reviews.ts'
import type { Database } from '#server/platform/db/client.ts'
import { getReview } from '#server/reviews/queries.ts'
import { createContext, fillReview, insertOwed } from '#server/reviews/testing.ts'
import { type App, type AppCall, type AppReply, callServer, get, postImprovement } from './call-server.ts'

export type Acknowledgement = {
  readonly kind: 'patch' | 'improvement' | 'step' | 'completion' | 'reopening'
  readonly requestId: string
  /** Identifier of the record that was written; of an improvement, the key of its POST. */
  readonly record: string
}

/** The input of the writers, and where they store their results. */
export type MixedWrites = {
  readonly target: App
  readonly acknowledged: Acknowledgement[]
  /** Headers of a token with scope write, and of a session of an admin. */
  readonly token: Readonly<Record<string, string>>
  readonly session: Readonly<Record<string, string>>
  readonly faults: string[]
  /** Ids of the write requests, whatever their result. */
  readonly sent: Set<string>
  isOver: boolean
}

/**
 * True for a response that the service is not available now; the write may or may not be done: 503 with the time to
 * wait, 504 for a statement beyond the time limit, or none at all.
 */
const isAway = (reply: AppReply | undefined) =>
  reply === undefined || reply.status === 504 || (reply.status === 503 && reply.retryAfter !== null)

/**
 * Sends a write and stores its acknowledgement; any other response than success and "not now" is a fault, unless
 * `expected`.
 */
async function write(
  attack: MixedWrites,
  written: Omit<Acknowledgement, 'requestId'>,
  request: AppCall,
  expected: readonly number[] = [],
) {
  const requestId = randomUUID()
  attack.sent.add(requestId)
  const headers = { ...request.headers, 'X-Request-Id': requestId }
  const reply = await callServer(attack.target, { ...request, headers })
  if (reply !== undefined && reply.status < 300) attack.acknowledged.push({ ...written, requestId })
  else if (reply !== undefined && !isAway(reply) && !expected.includes(reply.status)) {
    const body = JSON.stringify(reply.body).slice(0, 200)
    attack.faults.push(`${request.method} ${request.path} returned ${reply.status}: ${body}`)
  }
  if (isAway(reply)) await sleep(50)
  return reply
}

/** Repeatedly writes a field of a change, each time with another value. */
export async function patchChange(attack: MixedWrites, number: string): Promise<void> {
  const path = `/api/itsm/v1/changes/${number}`
  for (let n = 1; !attack.isOver; n += 1) {
    const body = { pir_reference: `${number}-${n}` }
    await write(attack, { kind: 'patch', record: number }, { method: 'PATCH', path, headers: attack.token, body })
  }
}

/** Registers improvements, retrying each with its key until it is acknowledged. */
export async function postImprovements(attack: MixedWrites, name: string): Promise<void> {
  for (let n = 1; !attack.isOver; n += 1) {
    const key = `${name}-${n}`
    const request = postImprovement(key, { ...attack.token, 'Idempotency-Key': key }, { source_ref: name })
    // 409 means that the first attempt is still running until its connection to the database is closed.
    for (let isDone = false; !isDone && !attack.isOver; ) {
      const reply = await write(attack, { kind: 'improvement', record: key }, request, [409])
      isDone = reply !== undefined && reply.status < 300
      if (reply?.status === 409) await sleep(50)
    }
  }
}

async function readReview(attack: MixedWrites, number: string): Promise<Review | undefined> {
  const path = `/api/app/v1/changes/${number}/review`
  while (!attack.isOver) {
    const reply = await get(attack.target, path, attack.session)
    if (reply?.status === 200) return (reply.body as { review: Review }).review
    if (!isAway(reply)) attack.faults.push(`GET ${path} returned ${reply?.status}`)
    await sleep(50)
  }
  return undefined
}

/** Repeatedly reads a review and saves a step of it. */
export async function saveStep(attack: MixedWrites, number: string): Promise<void> {
  for (let n = 1; !attack.isOver; n += 1) {
    const review = await readReview(attack, number)
    if (review === undefined) return
    const { reference, steps } = review
    const body = { version: steps.improvements.version, form: { is_none_needed: false, notes: `${number}-${n}` } }
    const path = `/api/app/v1/reviews/${reference}/steps/improvements`
    await write(
      attack,
      { kind: 'step', record: reference },
      { method: 'PUT', path, headers: attack.session, body },
      [412],
    )
  }
}

/** Repeatedly completes and reopens a review. */
export async function completeAndReopen(attack: MixedWrites, number: string): Promise<void> {
  for (let n = 1; !attack.isOver; n += 1) {
    const review = await readReview(attack, number)
    if (review === undefined) return
    const { reference, status } = review
    const kind = status === 'completed' ? 'reopening' : 'completion'
    const body = kind === 'reopening' ? { reason: `Again ${n}` } : {}
    const path = `/api/app/v1/reviews/${reference}/${kind}`
    await write(attack, { kind, record: reference }, { method: 'POST', path, headers: attack.session, body }, [409])
  }
}

/** A change with a review that only needs to be completed. */
export async function addFilledReview(db: Database, number: string): Promise<void> {
  const reference = await insertOwed(db, number, {}, { risk: 'moderate' })
  const ctx = { ...createContext(db), now: new Date() }
  await fillReview(ctx, await getReview(ctx, reference))
}
