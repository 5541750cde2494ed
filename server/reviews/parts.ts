import { and, asc, eq, gt, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { RecordedPartKind } from '#lib/contracts/app/review-values.ts'
import type { Participation } from '#lib/contracts/app/reviews.ts'
import { foldPersonText } from '#lib/domain/four-eyes/person-index.ts'
import { type ResolvedPerson, resolvePeople } from '#server/people/resolve-people.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { accounts } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'
import { auditEvents } from '#server/schema/history.ts'
import { reviewParts } from '#server/schema/reviews.ts'

/** A part that somebody took in a change or its review. */
export type Part = {
  readonly changeNumber: string
  readonly kind: RecordedPartKind
  /** E-mail address; for an implementer, the text by which the change names them. */
  readonly person: string
}

export type DatedPart = Part & { readonly since: string }

/**
 * Records parts in the transaction of the act, each with the accounts that are the same person now. A part that is
 * recorded already stays as it is. `null` is nobody.
 */
export const recordParts = ({ db, now }: Pick<Context, 'db' | 'now'>, parts: readonly (Part | null)[]): Promise<void> =>
  insertParts(
    db,
    parts.flatMap((part) => (part === null ? [] : [{ ...part, since: now.toISOString() }])),
  )

/** Finds the e-mail address of an account, or of the account that issued a token; null for other actors. */
export async function findResponsible(db: Queryable, actorId: string): Promise<string | null> {
  const [person] = await runPrepared(db, 'responsible', { actorId }, (query) =>
    query
      .select({ email: accounts.email })
      .from(accounts)
      .where(isResponsible(sql`${accounts.id}`, sql`${sql.placeholder('actorId')}`)),
  )
  return person?.email ?? null
}

const isResponsible = (account: SQL, actor: SQL) => sql`${account} = any(array[${actor}, (
  select issue.actor_id from ${auditEvents} issue
  where issue.entity_type = 'api_token' and issue.entity_id = ${actor} and issue.action = 'create')])`

/** True if a person is recorded as a writer of the review. */
export const hasWritten = (changeNumber: string, person: string): SQL<boolean> =>
  sql<boolean>`exists (select from ${reviewParts} part
    where part.change_number = ${changeNumber} and part.kind = 'wrote' and part.person = ${person})`

/** Records dated parts in their order. `resolved` has people who are resolved already, and gets the others. */
export async function insertParts(
  db: Queryable,
  parts: readonly DatedPart[],
  resolved: Map<string, ResolvedPerson> = new Map(),
): Promise<void> {
  const named = parts.filter(({ person }) => person.trim() !== '')
  if (named.length === 0) return
  const numbers = [...new Set(named.map(({ changeNumber }) => changeNumber))]
  const recorded = await db
    .select({ changeNumber: reviewParts.changeNumber, kind: reviewParts.kind, person: reviewParts.person })
    .from(reviewParts)
    .where(inArray(reviewParts.changeNumber, numbers))
  const known = new Set(recorded.map(toKey))
  const missing = named.filter((part) => part.kind === 'stated' || !known.has(toKey(part)))
  if (missing.length === 0) return
  const unresolved = missing.flatMap(({ person }) => (resolved.has(person) ? [] : [person]))
  for (const [text, person] of await resolvePeople(db, unresolved)) resolved.set(text, person)
  const rows = missing.map((part) => {
    const { accounts: ids = [], names = [] } = resolved.get(part.person) ?? {}
    return { ...part, accounts: [...ids], names: [...names] }
  })
  for (let start = 0; start < rows.length; start += 1_000) {
    await db
      .insert(reviewParts)
      .values(rows.slice(start, start + 1_000))
      .onConflictDoNothing()
  }
}

/**
 * Records the implementers whom an import, or its undo, replaced and named, and the person who imported an outcome. The
 * request identifier of the context names the import.
 */
export async function recordImportedParts(ctx: ImportContext): Promise<void> {
  await recordImporter(ctx)
  for (let last = ''; ; ) {
    const rows = await listImportedImplementers(ctx, last)
    await recordParts(
      ctx,
      rows.flatMap(({ number: changeNumber, former, named }) =>
        [former, named].map((person) =>
          person === null ? null : { changeNumber, kind: 'implemented' as const, person },
        ),
      ),
    )
    if (rows.length < portion) return
    last = rows.at(-1)?.id ?? ''
  }
}

type ImportContext = Pick<Context, 'db' | 'now' | 'requestId'>

/** Number of changes whose implementers are recorded together. */
const portion = 5_000

const isImportedChange = ({ requestId }: ImportContext) =>
  and(eq(auditEvents.requestId, requestId), eq(auditEvents.entityType, 'change'), eq(auditEvents.actorKind, 'import'))

const listImportedImplementers = (ctx: ImportContext, last: string) =>
  ctx.db
    .select({
      id: auditEvents.id,
      number: auditEvents.entityId,
      former: sql<string | null>`${auditEvents.changes} #>> '{assigned_to,from}'`,
      named: sql<string | null>`${auditEvents.changes} #>> '{assigned_to,to}'`,
    })
    .from(auditEvents)
    .where(
      and(
        isImportedChange(ctx),
        ne(auditEvents.action, 'create'),
        sql`${auditEvents.changes} -> 'assigned_to' is not null`,
        gt(auditEvents.id, last),
      ),
    )
    .orderBy(asc(auditEvents.id))
    .limit(portion)

/** Records who imported the outcomes of changes, in one statement, as a file may have many. */
async function recordImporter(ctx: ImportContext): Promise<void> {
  // An entry for a new change has each field, also without a value.
  const isOutcome = sql`exists (select from json_each(${auditEvents.changes}) where starts_with(key, 'pir_')
    and (value ->> 'from' <> 'false' or value ->> 'to' <> 'false'))`
  const ofImport = isImportedChange(ctx)
  const [first] = await ctx.db.select({ by: auditEvents.actorId }).from(auditEvents).where(ofImport).limit(1)
  const person = first ? await findResponsible(ctx.db, first.by) : null
  if (person === null) return
  const { accounts: ids = [], names = [] } = (await resolvePeople(ctx.db, [person])).get(person) ?? {}
  await ctx.db.execute(sql`
    insert into ${reviewParts} (change_number, kind, person, accounts, names, since)
    select ${auditEvents.entityId}, 'imported', ${person}, ${sql.param([...ids])}::text[], ${sql.param([...names])}::text[],
      ${ctx.now.toISOString()}::timestamptz
    from ${auditEvents} where ${and(ofImport, isOutcome)} on conflict do nothing`)
}

const toKey = ({ changeNumber, kind, person }: Part) => JSON.stringify([changeNumber, kind, person])

/** A change whose participants are read. */
export type ImplementedChange = {
  readonly number: string
  readonly assigned_to: string | null
  /** E-mail address of its current reviewer; null without one. */
  readonly reviewer: string | null
}

/** Reads who took part in a change and its review, by its recorded parts and the current implementer. */
export async function readParticipation(db: Queryable, change: ImplementedChange): Promise<Participation> {
  const participation = (await readParticipations(db, [change])).get(change.number)
  if (!participation) throw new Error('readParticipations returned no entry.')
  return participation
}

/** Reads the participants of changes together, by number. */
export async function readParticipations(
  db: Queryable,
  changes: readonly ImplementedChange[],
): Promise<ReadonlyMap<string, Participation>> {
  const rows = changes.length === 0 ? [] : await selectParts(db, changes)
  const partsByChange = Map.groupBy(rows, ({ changeNumber }) => changeNumber)
  const textsByChange = changes.map((change) => listUnknownTexts(change, partsByChange.get(change.number) ?? []))
  const people = await resolvePeople(db, textsByChange.flat())
  const listers = await findListers(
    db,
    [...people.values()].flatMap(({ named }) => named),
  )
  return new Map(
    changes.map((change, index) => [
      change.number,
      buildParticipation(change, partsByChange.get(change.number) ?? [], {
        people: new Map(textsByChange[index]?.flatMap((text) => toEntry(text, people.get(text)))),
        listers,
      }),
    ]),
  )
}

const toEntry = (text: string, person: ResolvedPerson | undefined) => (person ? [[text, person] as const] : [])

/**
 * Adds to the participants everybody who is known now to be the same person. What was known at the time of an act is
 * recorded, so that this removes nobody. Decisions need it; a page shows what is recorded.
 */
export async function resolveParticipants(db: Queryable, participation: Participation): Promise<Participation> {
  const [resolved] = (await resolveAllParticipants(db, new Map([['', participation]]))).values()
  return resolved ?? participation
}

/** Does the same for the participants of several reviews together, by any key. */
export async function resolveAllParticipants(
  db: Queryable,
  participations: ReadonlyMap<string, Participation>,
): Promise<ReadonlyMap<string, Participation>> {
  const texts = [...participations.values()].flatMap(({ parts }) => parts.map(({ person }) => person))
  const people = await resolvePeople(db, texts)
  return new Map(
    [...participations].map(([key, participation]) => {
      const known = participation.parts.flatMap(({ kind, person }) => {
        const { emails = [], names = [] } = people.get(person) ?? {}
        return emails.map((email) => ({ kind, person: email, names: [...names] }))
      })
      return [key, { ...participation, parts: [...participation.parts, ...known] }]
    }),
  )
}

type PartRow = Awaited<ReturnType<typeof selectParts>>[number]

/** Selects the parts with the current addresses of their accounts, and of those who wrote the entries of implementers. */
function selectParts(db: Queryable, changes: readonly ImplementedChange[]) {
  const email = sql`lower(${reviewParts}.person)`
  // PostgreSQL does not see how many numbers there are, and so plans the statement once.
  const numbers = changes.map(({ number }) => number)
  return runPrepared(db, 'review parts', { numbers }, (query) =>
    query
      .select({
        changeNumber: reviewParts.changeNumber,
        kind: reviewParts.kind,
        person: reviewParts.person,
        names: reviewParts.names,
        emails: sql<string[]>`array(select a.email from ${accounts} a where a.id = any(${reviewParts}.accounts))`,
        isKnown: sql<boolean>`(exists (select from ${accounts} a where a.email = ${email})
        or exists (select from ${users} u where lower(u.email) = ${email}))`,
        listers: sql<string[]>`case when ${reviewParts}.kind in ('implemented', 'stated')
        then array(select email from (${selectListers(email)}) wrote) else '{}' end`,
      })
      .from(reviewParts)
      .where(sql`${reviewParts.changeNumber} = any(array(select unnest(${sql.placeholder('numbers')}::text[])))`)
      .orderBy(asc(reviewParts.changeNumber), asc(reviewParts.position)),
  )
}

/**
 * SQL of the accounts that wrote the entry of a person in the directory, by hand or by an import. Admins may also add
 * accounts, so listing people gives them no additional power and does not count.
 */
const selectListers = (email: SQL): SQL => sql`
  select distinct writer.email from ${users} listed
  join ${auditEvents} e on e.entity_type = 'user' and e.entity_id = listed.id
  join ${accounts} writer on ${isResponsible(sql`writer.id`, sql`e.actor_id`)}
  where lower(listed.email) = ${email} and writer.role <> 'admin'`

/** Finds the listers of people, by the folded address of the person. */
export async function findListers(
  db: Queryable,
  emails: readonly string[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (emails.length === 0) return new Map()
  const foldedEmails = [...new Set(emails.map(foldPersonText))]
  const { rows } = await db.execute<{ of: string; listers: string[] }>(sql`
    select person as of, array(select email from (${selectListers(sql`person`)}) wrote) as listers
    from unnest(${sql.param(foldedEmails)}::text[]) person`)
  return new Map(rows.map(({ of, listers }) => [of, listers]))
}

/** Lists the texts that name an implementer and are no known e-mail address: the directory may know them by now. */
function listUnknownTexts({ assigned_to: named }: ImplementedChange, parts: readonly PartRow[]): string[] {
  const isRecorded = parts.some(({ kind, person }) => kind === 'implemented' && person === named)
  const current = named === null || named.trim() === '' || isRecorded ? [] : [named]
  return [
    ...parts.flatMap(({ kind, person, isKnown }) => (kind === 'implemented' && !isKnown ? [person] : [])),
    ...current,
  ]
}

type Lookups = {
  /** The people whom texts name now. */
  readonly people: ReadonlyMap<string, ResolvedPerson>
  readonly listers: ReadonlyMap<string, readonly string[]>
}

function buildParticipation(
  { reviewer }: ImplementedChange,
  rows: readonly PartRow[],
  { people, listers }: Lookups,
): Participation {
  const parts = new Map<string, Participation['parts'][number]>()
  const add = (
    kind: Participation['parts'][number]['kind'],
    emails: readonly string[],
    names: readonly string[] = [],
  ) => {
    for (const person of emails) {
      const key = `${kind} ${foldPersonText(person)}`
      const all = new Set([...(parts.get(key)?.names ?? []), ...names])
      parts.set(key, { kind, person, ...(all.size > 0 && { names: [...all] }) })
    }
  }
  const lastStatement = rows.findLastIndex(({ kind }) => kind === 'stated')
  for (const { kind, person, emails, isKnown, ...row } of rows) {
    // A former reviewer who wrote nothing took no part.
    if (kind === 'reviewed' && (reviewer === null || foldPersonText(reviewer) !== foldPersonText(person))) continue
    add(kind === 'stated' ? 'implemented' : kind, isKnown ? [person, ...emails] : emails, row.names)
    add('listed', row.listers)
  }
  for (const { emails, named, names } of people.values()) {
    add('implemented', emails, names)
    for (const one of named) add('listed', listers.get(foldPersonText(one)) ?? [])
  }
  const isStated = (text: string) => {
    const place = rows.findIndex(({ kind, person }) => kind === 'implemented' && person === text)
    return lastStatement > place
  }
  const texts = [...people].map(([text, person]) => ({ text, ...person }))
  return {
    parts: [...parts.values()],
    unresolved: texts.filter(({ isEmail }) => !isEmail).map(({ text }) => text),
    unstated: texts.filter(({ email, text }) => email === null && !isStated(text)).map(({ text }) => text),
  }
}
