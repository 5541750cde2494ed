import { createToken } from '#server/platform/auth/token-commands.ts'
import { type Database, openPlainPool } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { updatePolicyRule } from '#server/policy/rule-commands.ts'
import { readRules } from '#server/policy/rules.ts'
import { accounts } from '#server/schema/access.ts'
import { fakes } from '../trackers/fakes.ts'
import { connectFake } from '../trackers/run-on-database.ts'
import { people } from './cast.ts'

/** The rules that ask for a signature, by the names that the model has for them. */
export const ruleIds = { emergency: 'rule_emergency', high_risk: 'rule_high_risk' } as const

const connection: Actor = { kind: 'system', id: 'con_servicenow', name: 'ServiceNow “main”' }
const job: Actor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' }

/**
 * The installation in which histories happen, one after the other, each with a change and an action of its own. `db`
 * must be migrated and empty. Call `close` at the end.
 */
export async function openWorld(db: Database) {
  const plain = openPlainPool(db)
  let clock = Date.parse('2026-03-10T12:00:00.000Z')
  const as = (actor: Actor): Context => testContext(db, actor, new Date(clock))
  const at = new Date(clock).toISOString()
  const stamps = { origin: 'entry', createdAt: at, updatedAt: at }
  await db
    .insert(accounts)
    .values(Object.values(people).map(({ id, email, name, role }) => ({ id, email, name, role, ...stamps })))
  await createDefaultRules(as(job))
  for (const { id } of await readRules(db)) {
    const isUsed = Object.values(ruleIds).some((used) => used === id)
    if (!isUsed) await updatePolicyRule(as(people.ada), id, { is_active: false })
  }
  const issue = async (name: string, system: 'app' | 'itsm', role: 'manager' | null): Promise<Actor> => {
    const input = { name, system, scope: 'write', role, expiresAt: null, origin: 'entry' } as const
    const { token } = await createToken(as(people.ada), input)
    return { kind: 'token', id: token.id, name, system, scope: 'write', role }
  }
  const fake = fakes.jira({ now: () => clock })
  const tracker = await connectFake(db, fake)
  return {
    db,
    /** Connections for imports. */
    pool: plain.pool,
    close: plain.close,
    as,
    connection,
    job,
    /** A service account with the role manager, and a write token of the system of record; an admin issued both. */
    service: await issue('Reporting', 'app', 'manager'),
    script: await issue('Sync', 'itsm', null),
    issues: fake.store,
    trackerId: tracker.id,
    /** Reads the tracker, as its job does. */
    readTracker: () => tracker.run(new Date(clock)),
    /** A minute passes. */
    pass() {
      clock += 60_000
    },
    /** Sets the policy back to the default rules. */
    async restorePolicy() {
      for (const id of Object.values(ruleIds)) {
        await updatePolicyRule(as(people.ada), id, { needs_sign_off: true })
      }
    },
  }
}

export type World = Awaited<ReturnType<typeof openWorld>>
