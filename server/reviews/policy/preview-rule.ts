import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { previewPolicyRule as contract } from '#lib/contracts/app/policy.ts'
import type { BodyOf, ResponseOf } from '#lib/contracts/endpoint.ts'
import { evaluatePolicy } from '#lib/domain/policy/review-policy.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { findLinkedIncidents, policyInputColumns } from '#server/policy/policy-input.ts'
import { readRules } from '#server/policy/rules.ts'
import { changes } from '#server/schema/changes.ts'
import { findTouchedReviews } from './follow-rules.ts'

/** Maximum changes that a preview considers. */
const maxConsidered = 150
/** Identifier of an unsaved rule. Its random sample changes once the rule is saved and has its own identifier. */
const unsaved = 'new'

/** Maximum changes with a touched review that a preview names. */
const maxNamed = 10

const summarise = (numbers: readonly string[]) => ({ count: numbers.length, changes: numbers.slice(0, maxNamed) })

/**
 * Lists the changes that a rule, saved or not, would have picked among the changes that ended last, together with the
 * other current rules, as if it were active; and the open reviews that saving it would touch.
 */
export async function previewPolicyRule(
  ctx: Context,
  { id, rule }: BodyOf<typeof contract>,
): Promise<ResponseOf<typeof contract>> {
  const tried = { ...rule, id: id ?? unsaved, is_active: true }
  const [saved, ended] = await Promise.all([readRules(ctx.db), listEnded(ctx)])
  const others = saved.filter((other) => other.id !== id)
  const isKnown = others.length < saved.length
  const rules = isKnown ? saved.map((other) => (other.id === id ? tried : other)) : [...saved, tried]
  const linked = await findLinkedIncidents(
    ctx.db,
    ended.map(({ number }) => number),
  )
  const picked = ended.flatMap((change) => {
    const owed = evaluatePolicy({ ...change, incidents: linked.get(change.number) ?? [] }, rules)
    const reason = owed?.reasons.find(({ rule_id }) => rule_id === tried.id)
    if (!owed || !reason) return []
    const { number, title, actual_end } = change
    return [{ number, title, ended_at: actual_end ?? '', reason: reason.text, isAlone: owed.reasons.length === 1 }]
  })
  const touched = await findTouchedReviews(ctx, id, { ...rule, id: tried.id })
  return {
    open_reviews: { raised: summarise(touched.raised), kept: summarise(touched.kept) },
    considered: ended.length,
    picked: picked.length,
    picked_alone: picked.filter(({ isAlone }) => isAlone).length,
    changes: picked.map(({ isAlone, ...change }) => change),
  }
}

const listEnded = ({ db }: Context) =>
  db
    .select(policyInputColumns)
    .from(changes)
    .where(and(inArray(changes.state, ['review', 'closed']), eq(changes.isStub, false), isNotNull(changes.actualEnd)))
    .orderBy(desc(changes.actualEnd), desc(changes.number))
    .limit(maxConsidered)
