import { eq, inArray, sql } from 'drizzle-orm'
import { NewPolicyRule } from '#lib/contracts/app/policy.ts'
import { defaultRules, noConditions } from '#lib/domain/policy/default-rules.ts'
import { connectFake, createFake } from '#server/connections/trackers/testing-fakes.ts'
import { makeNumber } from '#server/deployments/pipeline-change.ts'
import { createToken } from '#server/platform/auth/token-commands.ts'
import type { Database } from '#server/platform/db/client.ts'
import type { Actor, Context } from '#server/platform/runtime/context.ts'
import { testContext } from '#server/platform/runtime/testing-context.ts'
import { createDefaultRules } from '#server/policy/create-default-rules.ts'
import { accounts } from '#server/schema/access.ts'
import { changes } from '#server/schema/changes.ts'
import { issueLinks } from '#server/schema/connections.ts'
import { improvements } from '#server/schema/improvements.ts'
import { policyRules } from '#server/schema/policy.ts'
import { reviews } from '#server/schema/reviews.ts'
import { type PersonKey, people, type RuleName } from './model.ts'

export const namesOfRules: readonly RuleName[] = ['emergency', 'high_risk', 'incident', 'overrun']

/** The rules that ask for a sign-off, in the order of their names. */
export const askingRules = namesOfRules.map((name) =>
  NewPolicyRule.strip().parse({ ...defaultRules.find(({ id }) => id === `rule_${name}`), needs_sign_off: true }),
)

/** Actors: the people, a service account, and the write token of the system of record. */
export type ActorKey = PersonKey | 'service' | 'script'
export const machines = ['service', 'script'] as const satisfies readonly ActorKey[]

export const isPerson = (key: ActorKey): key is PersonKey => key in people

/** The records of each history. The incident is that of an alert group, so that people and alerts write the same one. */
export const changeNumber = 'CHG1'
export const alerts = { connection: 'con_alerts', group: 'payments', key: 'card-timeouts' } as const
export const incidentNumber = makeNumber('ALERT', `${alerts.connection}\n${alerts.group} ${alerts.key}`)

const connection = { kind: 'system', id: 'con_servicenow', name: 'ServiceNow “main”' } as const
const job: Actor = { kind: 'system', id: 'decide-reviews', name: 'Hindsight' }

/** SQL of a function that puts every table back as it is now: actions before their parts, and last those to which triggers write. */
const keepState = sql`
  create schema kept;
  do $$
  declare one name; body text := ''; is_filled boolean;
  begin
    for one in select tablename from pg_tables where schemaname = 'public' order by tablename <> 'improvements', not hastriggers, tablename loop
      body := body || format('delete from public.%I; ', one);
      execute format('select exists (select from public.%I)', one) into is_filled;
      continue when not is_filled;
      execute format('create table kept.%I as table public.%I', one, one);
      body := body || format('insert into public.%I overriding system value table kept.%I; ', one, one);
    end loop;
    execute format('create function kept.restore() returns void language plpgsql as $f$ begin %s end $f$', body);
  end $$`

/** Opens the installation in which histories happen, one after the other. `db` must be migrated and empty. */
export async function openFixture(db: Database) {
  let clock = Date.parse('2026-03-10T12:00:00.000Z')
  const as = (actor: Actor): Context => testContext(db, actor, new Date(clock))
  const at = new Date(clock).toISOString()
  const stamps = { origin: 'entry', createdAt: at, updatedAt: at }
  const everyone = Object.values(people)
  await db.insert(accounts).values(everyone.map(({ id, email, name, role }) => ({ id, email, name, role, ...stamps })))
  await createDefaultRules(as(job))
  const isAsking = inArray(
    policyRules.name,
    askingRules.map(({ name }) => name),
  )
  const conditions = { ...noConditions, sample_percent: 100 }
  await db.update(policyRules).set({ isActive: isAsking, needsSignOff: isAsking })
  await db.update(policyRules).set({ conditions }).where(eq(policyRules.id, 'rule_sample'))
  const issue = async (name: string, system: 'app' | 'itsm', role: 'manager' | null): Promise<Actor> => {
    const input = { name, system, scope: 'write', role, expiresAt: null, origin: 'entry' } as const
    const { token } = await createToken(as(people.ada), input)
    return { kind: 'token', id: token.id, name, system, scope: 'write', role }
  }
  const service = await issue('Reporting', 'app', 'manager')
  const script = await issue('Sync', 'itsm', null)
  const shown = Object.fromEntries(everyone.map(({ email, name }) => [email, name]))
  const fake = createFake('jira', { now: () => clock, people: shown })
  const tracker = await connectFake(db, fake)
  await db.execute(keepState)

  const readTracker = () => tracker.run(new Date(clock))
  /** Reads the actors whose accounts are in use, and the people by their current e-mail addresses. */
  async function readActors() {
    const rows = (await db.select().from(accounts)).map((row) => ({ ...row, key: row.id.slice(4) as PersonKey }))
    const actors = new Map<ActorKey, Actor>([
      ['service', service],
      ['script', script],
    ])
    for (const { key, id, email, name, role, isDisabled } of rows)
      if (!isDisabled) actors.set(key, { kind: 'account', id, email, name, role })
    return { actors, keys: new Map(rows.map(({ key, email }) => [email, key])) }
  }
  return {
    db,
    as,
    connection,
    job,
    script,
    readActors,
    /** How often each operation has succeeded, in all histories. */
    successes: new Map<string, number>(),
    trackerId: tracker.id,
    /** Key of the only issue of the tracker. */
    issueKey: fake.getKey(1),
    readTracker,
    /** Gives the issue a status, and reads the tracker like its job. Returns false if it has the status already. */
    async editIssue(status: string, editor?: string): Promise<boolean> {
      const [issue] = fake.store.issues
      if (!issue || issue.status === status) return false
      fake.store.edit(issue, { status, ...(editor && { editor }) })
      await readTracker()
      return true
    },
    /** Puts everything back as before the last history. */
    async restore() {
      fake.store.issues.length = 0
      fake.store.add({ title: 'Rehearse upgrades', status: 'To Do' })
      await db.execute(sql`select kept.restore()`)
    },
    /** Lets a minute pass. */
    pass() {
      clock += 60_000
    },
    /** Reads the state directly: reading it through the service would take most of the time of a history. */
    async readState() {
      const [[row], { keys, actors }, rules] = await Promise.all([
        db
          .select({
            status: reviews.status,
            reviewer: reviews.reviewer,
            reference: sql<string>`coalesce(${reviews.reference}, '')`,
            submittedAt: reviews.submittedAt,
            changeUpdatedAt: changes.updatedAt,
            version: changes.version,
            isServiceNamed: sql<boolean>`cardinality(${changes.affectedServices}) > 0`,
            isWaiverRequested: sql<boolean>`${reviews.waiverRequest} is not null`,
            // Counted as the insights do.
            isCounted: sql<boolean>`${changes.pirCompleted} and ${reviews.status} is distinct from 'awaiting_sign_off'`,
            actionId: improvements.id,
            actionStatus: improvements.status,
            isRecheckOwed: sql<boolean>`${improvements.recheckSince} is not null`,
            isLinked: sql<boolean>`exists (select from ${issueLinks})`,
          })
          .from(changes)
          .innerJoin(improvements, eq(improvements.sourceRef, changes.number))
          .leftJoin(reviews, eq(reviews.changeNumber, changes.number)),
        readActors(),
        db.select({ id: policyRules.id, name: policyRules.name }).from(policyRules),
      ])
      if (!row) throw new Error('The change or its action is missing.')
      const { submittedAt, changeUpdatedAt: change_updated_at, reviewer, ...state } = row
      return {
        ...state,
        reviewer: keys.get(reviewer ?? '') ?? null,
        actors,
        keys,
        /** Markers by which a sign-off refers to the state that was read; null unless the review waits for one. */
        markers: submittedAt === null ? null : { submitted_at: submittedAt, change_updated_at },
        /** Identifiers of the rules that ask for a sign-off, in the order of their names; null for a deleted one. */
        ruleIds: askingRules.map(({ name }) => rules.find((rule) => rule.name === name)?.id ?? null),
      }
    },
  }
}

export type Fixture = Awaited<ReturnType<typeof openFixture>>
/** What histories act on, in the state before a step. */
export type State = Awaited<ReturnType<Fixture['readState']>>

export const pick = <Item>(items: readonly Item[], choice: number): Item => items[choice % items.length] as Item
