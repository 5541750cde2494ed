import { and, asc, eq, inArray, max, sql } from 'drizzle-orm'
import { checkActions } from '#lib/actions/policy-actions.ts'
import { checkFilterFields, type NewReviewCheck, type ReviewCheck } from '#lib/contracts/app/checks.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { parseFilter } from '#lib/filter/parse.ts'
import {
  type AskedCheck,
  answerCheck,
  type CheckAudience,
  type CheckEntry,
  isCheckAnswer,
  listCheckAnswers,
  maxStakeholderChecks,
} from '#lib/review/questions/checks.ts'
import { changeColumns } from '#server/changes/columns.ts'
import { isOfChange } from '#server/incidents/caused-incidents.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { type FilterColumns, filterToSql } from '#server/platform/db/filter-sql.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { runPrepared } from '#server/platform/db/prepared.ts'
import { invalidField, notFound } from '#server/platform/errors.ts'
import type { Context, TxContext } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { changes, incidents } from '#server/schema/changes.ts'
import { checkWordings, reviewChecks } from '#server/schema/policy.ts'

const { wording, kind, options, expected } = checkWordings
const isCurrent = and(
  eq(checkWordings.checkId, reviewChecks.id),
  eq(checkWordings.version, reviewChecks.wordingVersion),
)

const selectChecks = (db: Queryable) =>
  db
    .select({
      id: reviewChecks.id,
      version: reviewChecks.version,
      wordingVersion: reviewChecks.wordingVersion,
      asked_of: reviewChecks.askedOf,
      filter: reviewChecks.filter,
      is_required: reviewChecks.isRequired,
      is_active: reviewChecks.isActive,
      wording,
      kind,
      options,
      expected,
    })
    .from(reviewChecks)
    .innerJoin(checkWordings, isCurrent)
    .orderBy(asc(reviewChecks.position), asc(reviewChecks.id))

/** Lists the checks in their order. */
export async function listReviewChecks({ db }: Context): Promise<Page<ReviewCheck>> {
  const rows = (await selectChecks(db)).map(({ wordingVersion: _, ...check }) => check)
  return { rows, total: rows.length }
}

/** Adds a check at the end, named by its wording. Throws `invalid_parameter` for its filter, and as `assertFew` does. */
export async function createReviewCheck(ctx: Context, check: NewReviewCheck): Promise<ReviewCheck> {
  assertFilter(check)
  return inTransaction(ctx, async (tx) => insertCheck(tx, await findFreeId(tx.db, check.wording), check, 'entry'))
}

export async function insertCheck(ctx: TxContext, id: string, check: NewReviewCheck, origin: string) {
  const [last] = await ctx.db.select({ position: max(reviewChecks.position) }).from(reviewChecks)
  const position = (last?.position ?? 0) + 1
  const { asked, use } = split(check)
  await ctx.db
    .insert(checkWordings)
    .values({ checkId: id, version: 1, ...asked })
    .onConflictDoNothing()
  await ctx.db
    .insert(reviewChecks)
    .values({ id, position, wordingVersion: 1, ...use, origin })
    .onConflictDoNothing()
  await assertFew(ctx)
  await recordEvent(ctx, checkActions.create, id, listDifferences({}, check))
  return { ...check, id, version: 1 }
}

/** Splits a check into what is asked, and of which reviews. */
const split = ({
  asked_of: askedOf,
  filter,
  is_required: isRequired,
  is_active: isActive,
  ...asked
}: NewReviewCheck) => ({
  asked,
  use: { askedOf, filter, isRequired, isActive },
})

const isActiveOf = (askedOf: CheckAudience) => and(eq(reviewChecks.askedOf, askedOf), eq(reviewChecks.isActive, true))

/** Throws `invalid_parameter` for more checks than stakeholders are asked. */
async function assertFew({ db }: TxContext): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtext('review_checks'))`)
  if ((await db.$count(reviewChecks, isActiveOf('stakeholder'))) > maxStakeholderChecks)
    throw invalidField('is_active', 'body', `must be false: stakeholders are asked ${maxStakeholderChecks} already`)
}

/**
 * Replaces a check. Another question is the next version of its wording; answers keep the version that they answered.
 * Throws `not_found`, `precondition_failed`, and `invalid_parameter` as `createReviewCheck` does.
 */
export async function updateReviewCheck(
  ctx: Context,
  id: string,
  check: NewReviewCheck,
  expectedVersions?: readonly number[],
): Promise<ReviewCheck> {
  assertFilter(check)
  return inTransaction(ctx, async (tx) => {
    const { version, wordingVersion, ...before } = await lockCheck(tx.db, id, expectedVersions)
    const changed = listDifferences(before, { ...check, id })
    if (Object.keys(changed).length === 0) return { ...before, version }
    const { asked, use } = split(check)
    const isReworded = Object.keys(asked).some((field) => field in changed)
    const next = wordingVersion + (isReworded ? 1 : 0)
    if (isReworded) await tx.db.insert(checkWordings).values({ checkId: id, version: next, ...asked })
    await tx.db
      .update(reviewChecks)
      .set({ ...use, wordingVersion: next, version: version + 1 })
      .where(eq(reviewChecks.id, id))
    await assertFew(tx)
    await recordEvent(tx, checkActions.update, id, changed)
    return { ...check, id, version: version + 1 }
  })
}

/** Deletes a check; answers to it stay. Throws `not_found` and `precondition_failed`. */
export async function deleteReviewCheck(ctx: Context, id: string, expectedVersions?: readonly number[]) {
  await inTransaction(ctx, async (tx) => {
    const { version: _, wordingVersion: __, ...check } = await lockCheck(tx.db, id, expectedVersions)
    await tx.db.delete(reviewChecks).where(eq(reviewChecks.id, id))
    await recordEvent(tx, checkActions.delete, id, listRemovedFields(check))
  })
}

async function lockCheck(db: Queryable, id: string, expectedVersions: readonly number[] | undefined) {
  const [check] = await selectChecks(db).where(eq(reviewChecks.id, id)).for('update', { of: reviewChecks })
  if (!check) throw notFound('check', id)
  assertVersion(check.version, expectedVersions)
  return check
}

/** `Were tests run before?` gives `were_tests_run_before`; the identifier of a deleted check is not used again. */
async function findFreeId(db: Queryable, asked: string): Promise<string> {
  const words = asked.toLowerCase().match(/[a-z0-9]+/g) ?? ['check']
  const base = words.join('_').slice(0, 40).replace(/_+$/, '')
  const rows = await db.select({ id: checkWordings.checkId }).from(checkWordings)
  const used = new Set(rows.map(({ id }) => id))
  let id = base
  for (let next = 2; used.has(id); next += 1) id = `${base}_${next}`
  return id
}

const parse = (filter: string) => parseFilter(filter, checkFilterFields)

function assertFilter({ filter }: NewReviewCheck): void {
  const result = filter === null ? null : parse(filter)
  if (result === null || result.ok) return
  throw invalidField('filter', 'body', `is no filter of changes: ${result.error.message.replace(/\.$/, '')}`)
}

const filterColumns: FilterColumns = {
  ...changeColumns,
  assignment_group: changes.assignmentGroup,
  has_incident: sql`exists (select from ${incidents} where ${isOfChange(changes.number)})`,
}

/** Reads which checks are asked now, by the numbers of the changes. */
export async function readAskedChecks(
  db: Queryable,
  numbers: readonly string[],
  of: CheckAudience = 'reviewer',
): Promise<(number: string) => AskedCheck[]> {
  if (numbers.length === 0) return () => []
  const active = await runPrepared(db, `active checks of ${of}`, {}, (query) =>
    selectChecks(query).where(isActiveOf(of)),
  )
  const filtered = active.flatMap(({ id, filter }) => {
    const result = filter === null ? null : parse(filter)
    // A filter of an earlier release may name a field that is gone.
    return result === null ? [] : [{ id, isMet: result.ok ? filterToSql(result.tree, filterColumns) : sql`false` }]
  })
  const cases = filtered.map(({ id, isMet }) => sql`case when ${isMet} then ${id}::text end`)
  const rows =
    cases.length === 0
      ? []
      : await db
          .select({ number: changes.number, met: sql<(string | null)[]>`array[${sql.join(cases, sql`, `)}]` })
          .from(changes)
          .where(inArray(changes.number, [...numbers]))
  const metByChange = new Map(rows.map(({ number, met }) => [number, met]))
  return (number) =>
    active
      .filter(({ id, filter }) => filter === null || metByChange.get(number)?.includes(id))
      .map(
        ({ id: check, version: _, wordingVersion: version, filter: __, is_active: ___, asked_of: ____, ...asked }) => ({
          check,
          version,
          ...asked,
        }),
      )
}

/** Reads the wordings of checks in their versions, in the same order, without those that no check has. */
export async function readWordings(db: Queryable, checks: readonly Pick<CheckEntry, 'check' | 'version'>[]) {
  const ids = checks.map(({ check }) => check)
  const rows = await db.select().from(checkWordings).where(inArray(checkWordings.checkId, ids))
  return checks.flatMap(({ check, version }) => {
    const row = rows.find((one) => one.checkId === check && one.version === version)
    return row ? [{ check, ...row }] : []
  })
}

/**
 * Completes answers by the wordings that they name, which a caller cannot change. An open one stays only if it is
 * stored, as what a submitted review left open. Throws `invalid_parameter` for an unknown wording and a wrong answer.
 */
export async function completeAnswers(
  db: Queryable,
  sent: readonly CheckEntry[],
  stored: readonly CheckEntry[],
  field = 'form.checks',
): Promise<CheckEntry[]> {
  const given = sent.flatMap((entry) => (entry.answer?.trim() ? [{ ...entry, answer: entry.answer.trim() }] : []))
  const open = stored.filter(({ check, answer }) => answer === null && !given.some((one) => one.check === check))
  if (given.length === 0) return open
  const wordings = await readWordings(db, given)
  const completed = given.map(({ check, version, answer, note }) => {
    const refuse = (issue: string) => invalidField(field, 'body', issue)
    const row = wordings.find((one) => one.check === check && one.version === version)
    if (!row) throw refuse(`answers ${check} in version ${version}, which no check has`)
    if (isCheckAnswer(row, answer)) return answerCheck(row, answer, note)
    const right = row.kind === 'number' ? 'a number' : `one of ${listCheckAnswers(row).join(', ')}`
    throw refuse(`answers “${row.wording}” with “${answer}”, which is not ${right}`)
  })
  return [...completed, ...open].toSorted((one, other) => (one.check < other.check ? -1 : 1))
}
