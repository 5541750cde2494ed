import { asc, eq, sql } from 'drizzle-orm'
import { groupActions } from '#lib/actions/policy-actions.ts'
import type { NewReviewerGroup, ReviewerGroup } from '#lib/contracts/app/policy-reviewers.ts'
import type { Page } from '#lib/contracts/pages.ts'
import { findPeopleNames } from '#server/people/names.ts'
import { listDifferences, listRemovedFields, recordEvent } from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Queryable, Transaction } from '#server/platform/db/client.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { policyRules, reviewerGroups } from '#server/schema/policy.ts'
import { findReviewers } from './next-reviewer.ts'

type GroupRow = typeof reviewerGroups.$inferSelect

/** Lists the groups of reviewers, by name. */
export async function listReviewerGroups({ db }: Context): Promise<Page<ReviewerGroup>> {
  const rows = await db.select().from(reviewerGroups).orderBy(asc(reviewerGroups.name), asc(reviewerGroups.id))
  return { rows: await presentGroups(db, rows), total: rows.length }
}

/**
 * Adds a group. Throws `invalid_parameter` when a member cannot review, and `conflict` when another group has this
 * name.
 */
export async function createReviewerGroup(ctx: Context, input: NewReviewerGroup): Promise<ReviewerGroup> {
  return inTransaction(ctx, async (tx) => {
    await assertNameIsFree(tx.db, input.name, null)
    const [row] = await tx.db
      .insert(reviewerGroups)
      .values({
        id: newId('grp', ctx.now),
        name: input.name,
        members: await resolveMembers(tx.db, input.members, []),
        origin: 'entry',
      })
      .returning()
    if (!row) throw new Error('The group was not stored.')
    await recordEvent(tx, groupActions.create, row.id, listDifferences({}, auditFields(row)))
    return presentGroup(tx.db, row)
  })
}

/**
 * Updates a group. An existing member may stay even if the account can no longer review. Throws `not_found`,
 * `precondition_failed`, `conflict` and `invalid_parameter`.
 */
export async function updateReviewerGroup(
  ctx: Context,
  id: string,
  patch: { readonly [Key in keyof NewReviewerGroup]?: NewReviewerGroup[Key] | undefined },
  expectedVersions?: readonly number[],
): Promise<ReviewerGroup> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockGroup(tx.db, id)
    assertVersion(before.version, expectedVersions)
    const name = patch.name ?? before.name
    if (name !== before.name) await assertNameIsFree(tx.db, name, id)
    const members = patch.members ? await resolveMembers(tx.db, patch.members, before.members) : before.members
    const changed = listDifferences(auditFields(before), { name, members })
    if (Object.keys(changed).length === 0) return presentGroup(tx.db, before)
    const [after] = await tx.db
      .update(reviewerGroups)
      .set({ name, members, version: before.version + 1 })
      .where(eq(reviewerGroups.id, id))
      .returning()
    if (!after) throw new Error('The group was not stored.')
    await recordEvent(tx, groupActions.update, id, changed)
    return presentGroup(tx.db, after)
  })
}

/** Deletes a group. Throws `not_found`, `precondition_failed`, and `conflict` while a rule assigns to it. */
export async function deleteReviewerGroup(ctx: Context, id: string, expectedVersions?: readonly number[]) {
  await inTransaction(ctx, async (tx) => {
    const row = await lockGroup(tx.db, id)
    assertVersion(row.version, expectedVersions)
    const rules = (await listRulesByGroup(tx.db)).get(id) ?? []
    if (rules.length > 0) throw new AppError('conflict', `The group is still used by the rules: ${rules.join(', ')}.`)
    await tx.db.delete(reviewerGroups).where(eq(reviewerGroups.id, id))
    await recordEvent(tx, groupActions.delete, id, listRemovedFields(auditFields(row)))
  })
}

async function lockGroup(tx: Transaction, id: string): Promise<GroupRow> {
  const [row] = await tx.select().from(reviewerGroups).where(eq(reviewerGroups.id, id)).for('update')
  if (!row) throw notFound('group', id)
  return row
}

async function assertNameIsFree(tx: Transaction, name: string, except: string | null): Promise<void> {
  const rows = await tx
    .select({ id: reviewerGroups.id })
    .from(reviewerGroups)
    .where(sql`lower(${reviewerGroups.name}) = lower(${name})`)
  if (rows.some(({ id }) => id !== except)) throw new AppError('conflict', `A group called ${name} exists already.`)
}

/**
 * Returns the members by the e-mail addresses of their accounts, in order and without duplicates. Throws
 * `invalid_parameter` for a new member who cannot review.
 */
async function resolveMembers(
  tx: Transaction,
  emails: readonly string[],
  existing: readonly string[],
): Promise<string[]> {
  const members = [...new Set(emails.map(normalizeEmail))]
  const able = new Set((await findReviewers(tx, members)).map(({ email }) => email))
  const rejected = members.find((email) => !able.has(email) && !existing.includes(email))
  if (rejected) throw invalidField('members', 'body', `names ${rejected}, who has no account that may review`)
  return members
}

const auditFields = ({ name, members }: GroupRow) => ({ name, members })

async function presentGroup(db: Queryable, row: GroupRow): Promise<ReviewerGroup> {
  const [group] = await presentGroups(db, [row])
  if (!group) throw new Error('The group was not found.')
  return group
}

async function presentGroups(db: Queryable, rows: readonly GroupRow[]): Promise<ReviewerGroup[]> {
  const emails = [...new Set(rows.flatMap(({ members }) => members))]
  const names = await findPeopleNames(db, emails)
  const able = new Set((await findReviewers(db, emails)).map(({ email }) => email))
  const rules = await listRulesByGroup(db)
  return rows.map(({ id, name, members, last, version }) => ({
    id,
    name,
    members: members.map((email) => ({ email, name: names.of(email), can_review: able.has(email) })),
    last,
    rules: rules.get(id) ?? [],
    version,
  }))
}

/** Lists the names of the rules that assign to a group, by the identifier of the group. */
async function listRulesByGroup(db: Queryable): Promise<Map<string, string[]>> {
  const rules = await db
    .select({ name: policyRules.name, assignment: policyRules.assignment })
    .from(policyRules)
    .orderBy(asc(policyRules.position))
  const rulesByGroup = Map.groupBy(rules, ({ assignment }) => (assignment.kind === 'group' ? assignment.group_id : ''))
  return new Map([...rulesByGroup].map(([id, rulesOfGroup]) => [id, rulesOfGroup.map(({ name }) => name)]))
}
