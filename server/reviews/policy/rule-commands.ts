import { eq, max, sql } from 'drizzle-orm'
import type { Action } from '#lib/actions/action.ts'
import { policyActions, ruleActions } from '#lib/actions/policy-actions.ts'
import type { NewPolicyRule, PolicyRule, PolicyRulePatch } from '#lib/contracts/app/policy.ts'
import { assertAnotherPerson } from '#server/people/resolve-people.ts'
import {
  type FieldChanges,
  listDifferences,
  listRemovedFields,
  recordEvent,
} from '#server/platform/audit/record-event.ts'
import { normalizeEmail } from '#server/platform/auth/account-queries.ts'
import type { Transaction } from '#server/platform/db/client.ts'
import { assertVersion } from '#server/platform/db/precondition.ts'
import { AppError, invalidField, notFound } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { applyPatch } from '#server/platform/patched.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { inTransaction } from '#server/platform/runtime/in-transaction.ts'
import { findReviewers } from '#server/policy/next-reviewer.ts'
import { lockRule, presentRule, type RuleRow, readRules } from '#server/policy/rules.ts'
import { accounts } from '#server/schema/access.ts'
import { policyRules, reviewerGroups } from '#server/schema/policy.ts'
import { listFormerVersions, lowerOpenReviews, raiseOpenReviews } from './follow-rules.ts'

/** Maximum rules of a policy. */
const maxRules = 100

/** Adds a rule after all others. Throws `conflict` at the limit, `invalid_parameter` for an unknown assignee. */
export async function createPolicyRule(ctx: Context, input: NewPolicyRule): Promise<PolicyRule> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx.db)
    const rule = await resolveAssignment(tx.db, input)
    const [highest] = await tx.db.select({ last: max(policyRules.position) }).from(policyRules)
    if ((await tx.db.$count(policyRules)) >= maxRules) {
      throw new AppError('conflict', `You have reached the limit of ${maxRules} rules: delete one first.`)
    }
    const [row] = await tx.db
      .insert(policyRules)
      .values({
        id: newId('rule', ctx.now),
        position: (highest?.last ?? 0) + 1,
        ...toColumns(rule),
        origin: 'entry',
        ...buildStamp(tx),
      })
      .returning()
    if (!row) throw new Error('The rule was not stored.')
    await recordEvent(tx, ruleActions.create, row.id, listDifferences({}, getRuleFields(row)))
    await raiseOpenReviews(tx, presentRule(row))
    return presentRule(row)
  })
}

/**
 * Changes a rule; earlier decisions stay. Open reviews that it requires a sign-off of store that at once. Throws `not_found`,
 * `precondition_failed` and `invalid_parameter`.
 */
export async function updatePolicyRule(
  ctx: Context,
  id: string,
  patch: PolicyRulePatch,
  expectedVersions?: readonly number[],
): Promise<PolicyRule> {
  return inTransaction(ctx, async (tx) => {
    const before = await lockRule(tx.db, id)
    assertVersion(before.version, expectedVersions)
    const checked =
      patch.assignment === undefined ? patch : await resolveAssignment(tx.db, { assignment: patch.assignment })
    const rule = applyPatch<NewPolicyRule>(getRuleFields(before), { ...patch, ...checked })
    const changed = listDifferences(getRuleFields(before), rule)
    if (Object.keys(changed).length === 0) return presentRule(before)
    const [after] = await tx.db
      .update(policyRules)
      .set({ ...toColumns(rule), ...buildStamp(tx), version: before.version + 1 })
      .where(eq(policyRules.id, id))
      .returning()
    if (!after) throw new Error('The rule was not stored.')
    await recordEvent(tx, chooseAction(changed), id, changed)
    await raiseOpenReviews(tx, presentRule(after))
    return presentRule(after)
  })
}

function chooseAction({ is_active: use, ...others }: FieldChanges): Action {
  if (use === undefined || Object.keys(others).length > 0) return ruleActions.update
  return use.to === true ? ruleActions.switched_on : ruleActions.switched_off
}

/** Deletes a rule. Throws `not_found` and `precondition_failed`. */
export async function deletePolicyRule(ctx: Context, id: string, expectedVersions?: readonly number[]): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await lockRule(tx.db, id)
    assertVersion(row.version, expectedVersions)
    await tx.db.delete(policyRules).where(eq(policyRules.id, id))
    await recordEvent(tx, ruleActions.delete, id, listRemovedFields(getRuleFields(row)))
  })
}

/**
 * Confirms that a former version of a rule, named by the write that ended it, no longer counts for work that began
 * before: a slip is taken back, or a lower requirement holds. Open reviews that need a sign-off only by it lose the
 * need. Returns their number. Throws `not_found`, `conflict` if it is confirmed already, and `forbidden` for the person
 * who ended it.
 */
export async function confirmRuleEnd(ctx: Context, id: string, reason: string): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx.db)
    const [version] = await listFormerVersions(tx.db, id)
    if (!version) throw notFound('former rule', id)
    const { rule, end } = version
    if (end.isConfirmed) throw new AppError('conflict', 'Another manager has confirmed this already.')
    const [first] = await tx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.id, end.actorId))
    const message = 'You ended this version of the rule, so another manager has to confirm it.'
    await assertAnotherPerson(tx, first ? [first.email] : [], message)
    await recordEvent(tx, ruleActions.end_confirmed, rule.id, {
      confirmed_end: { from: null, to: id },
      confirm_reason: { from: null, to: reason },
    })
    const freed = version.reviews.filter(({ isFreed }) => isFreed).map(({ row }) => row)
    await lowerOpenReviews(tx, rule, freed)
    return freed.length
  })
}

/** Orders the rules by these identifiers. Throws `conflict` unless they are all the rules, each once. */
export async function orderPolicyRules(ctx: Context, ids: readonly string[]): Promise<PolicyRule[]> {
  return inTransaction(ctx, async (tx) => {
    await lockOrder(tx.db)
    const before = (await readRules(tx.db)).map(({ id }) => id)
    const ordered = new Set(ids)
    if (ids.length !== before.length || !before.every((id) => ordered.has(id))) {
      throw new AppError('conflict', 'The rules have changed since you opened them. Reload the page and try again.')
    }
    const changed = listDifferences({ order: before }, { order: [...ids] })
    if (Object.keys(changed).length > 0) {
      for (const [index, id] of ids.entries()) {
        await tx.db
          .update(policyRules)
          .set({ position: index + 1 })
          .where(eq(policyRules.id, id))
      }
      await recordEvent(tx, policyActions.reordered, 'rules', changed)
    }
    return readRules(tx.db)
  })
}

/** Locks the order until the transaction ends, so that concurrent additions and moves happen one after the other. */
const lockOrder = (tx: Transaction) => tx.execute(sql`select pg_advisory_xact_lock(hashtext('policy_rules'))`)

/**
 * Returns the rule with the e-mail of the assignee as the account has it. Throws `invalid_parameter` for an unknown
 * assignee.
 */
async function resolveAssignment<Part extends Pick<NewPolicyRule, 'assignment'>>(
  tx: Transaction,
  rule: Part,
): Promise<Part> {
  const { assignment } = rule
  if (assignment.kind === 'person') {
    const [person] = await findReviewers(tx, [normalizeEmail(assignment.email)])
    if (!person) throw invalidField('assignment.email', 'body', 'must be the account of a reviewer, manager or admin')
    return { ...rule, assignment: { kind: 'person', email: person.email } }
  }
  if (assignment.kind === 'group') {
    // Locked against a concurrent deletion.
    const [group] = await tx
      .select({ id: reviewerGroups.id })
      .from(reviewerGroups)
      .where(eq(reviewerGroups.id, assignment.group_id))
      .for('share')
    if (!group) throw invalidField('assignment.group_id', 'body', 'must be a group of reviewers')
  }
  return rule
}

/** Returns the fields of a rule that the history records and a patch may change. */
function getRuleFields(row: RuleRow): NewPolicyRule {
  const { id, version, updated_at, updated_by, ...rule } = presentRule(row)
  return rule
}

const toColumns = (rule: NewPolicyRule) => ({
  name: rule.name,
  isActive: rule.is_active,
  conditions: rule.conditions,
  form: rule.form,
  dueBusinessDays: rule.due_business_days,
  needsSignOff: rule.needs_sign_off,
  assignment: rule.assignment,
})

const buildStamp = ({ now, actor }: Context) => ({ updatedAt: now.toISOString(), updatedBy: actor.name })
