import * as policy from '#lib/contracts/app/policy.ts'
import * as bulk from '#lib/contracts/app/review-bulk.ts'
import type { ReviewStep } from '#lib/contracts/app/review-forms.ts'
import * as signing from '#lib/contracts/app/review-sign-off.ts'
import { chooseFullForm as fullForm } from '#lib/contracts/app/review-sign-off.ts'
import * as contract from '#lib/contracts/app/reviews.ts'
import { getChange } from '#server/changes/queries.ts'
import type { Context } from '#server/platform/runtime/context.ts'
import { readRules } from '#server/policy/rules.ts'
import { assignReviews } from '#server/reviews/lifecycle/assign-review.ts'
import { completeCleanReviews } from '#server/reviews/lifecycle/complete-clean-reviews.ts'
import { completeReview } from '#server/reviews/lifecycle/complete-review.ts'
import { followCancellations } from '#server/reviews/lifecycle/follow-cancellations.ts'
import { reopenReview } from '#server/reviews/lifecycle/reopen-review.ts'
import { returnReview, signOffReview } from '#server/reviews/lifecycle/sign-off-review.ts'
import { startReview } from '#server/reviews/lifecycle/start-review.ts'
import { submitReview, withdrawReview } from '#server/reviews/lifecycle/submit-review.ts'
import { confirmWaiver, refuseWaiver, waiveReview } from '#server/reviews/lifecycle/waive-review.ts'
import { decideReviews } from '#server/reviews/policy/decide-reviews.ts'
import {
  createPolicyRule,
  deletePolicyRule,
  orderPolicyRules,
  updatePolicyRule,
} from '#server/reviews/policy/rule-commands.ts'
import { getReview } from '#server/reviews/record/queries.ts'
import { saveReviewStep } from '#server/reviews/steps/save-review-step.ts'
import { chooseFullForm } from '#server/reviews/steps/short-form.ts'
import { answeredSteps, cleanAnswers } from '#server/reviews/testing.ts'
import { type Fact, people, type RuleName } from './model.ts'
import {
  type ActorKey,
  askingRules,
  createCallerContext,
  type Door,
  type Draw,
  findReference,
  isPerson,
  NothingToDo,
  namesOfRules,
  pick,
  toPartFacts,
} from './world.ts'

const pickRule = (choice: number): RuleName => pick(namesOfRules, choice)

const toPolicyFacts = (rule: RuleName, asks: boolean, { who }: Draw): Fact[] => [
  { is: 'policy', rule, asks, isPerson: isPerson(who) },
]

const createPatchDoor =
  (createPatch: (draw: Draw) => policy.PolicyRulePatch): Door =>
  async (stage, draw) => {
    const rule = pickRule(draw.choice)
    const patch = createPatch(draw)
    const ctx = createCallerContext(stage, policy.updatePolicyRule, draw.who)
    await updatePolicyRule(ctx, stage.world.ruleIds[rule], patch)
    return toPolicyFacts(rule, patch.needs_sign_off === true, draw)
  }

/** Doors by which people write the rules that ask for a sign-off. */
export const policyDoors = {
  ask_less: createPatchDoor(({ choice }) => (choice < 6 ? { needs_sign_off: false } : { is_active: false })),
  ask_more: createPatchDoor(() => ({ needs_sign_off: true, is_active: true })),
  async delete_rule(stage, draw) {
    const rule = pickRule(draw.choice)
    await deletePolicyRule(createCallerContext(stage, policy.deletePolicyRule, draw.who), stage.world.ruleIds[rule])
    return toPolicyFacts(rule, false, draw)
  },
  async create_rule(stage, draw) {
    const rule = pickRule(draw.choice)
    const ctx = createCallerContext(stage, policy.createPolicyRule, draw.who)
    if ((await readRules(stage.world.db)).some(({ id }) => id === stage.world.ruleIds[rule])) throw new NothingToDo()
    stage.world.ruleIds[rule] = (await createPolicyRule(ctx, askingRules[rule])).id
    return toPolicyFacts(rule, true, draw)
  },
  async order_rules(stage, { who }) {
    const ctx = createCallerContext(stage, policy.orderPolicyRules, who)
    await orderPolicyRules(ctx, (await readRules(stage.world.db)).map(({ id }) => id).reverse())
    return []
  },
} as const satisfies Readonly<Record<string, Door>>

/** Saves some steps of the form, each with a new text, so that each save changes an answer. */
async function writeSteps(
  stage: Parameters<Door>[0],
  { who, choice }: Parameters<Door>[1],
  steps: readonly ReviewStep[],
) {
  const ctx = createCallerContext(stage, contract.saveReviewStep, who)
  const review = await getReview(ctx, await findReference(stage))
  let saved = 0
  for (const step of steps) {
    const { version, form } = review.steps[step]
    const mark = step === 'outcome' ? { justification: `${who} ${choice} ${ctx.now.toISOString()}` } : {}
    const body = { version, form: { ...form, ...cleanAnswers[step], ...mark } }
    try {
      const written = await saveReviewStep(ctx, review.reference, step, body)
      if (written.saved.version > version) saved += 1
    } catch (error) {
      if (saved === 0) throw error
      break
    }
  }
  return saved === 0 ? [] : toPartFacts('wrote', who)
}

async function readMarkers(stage: Parameters<Door>[0]) {
  const ctx = stage.world.as(people.ada)
  const { submitted_at } = await getReview(ctx, await findReference(stage))
  const change = await getChange(ctx, stage.number)
  if (submitted_at === null) throw new NothingToDo()
  return { submitted_at, change_updated_at: change.updated_at }
}

const toEndFacts = (is: 'completed' | 'waived', who: ActorKey): Fact[] => (isPerson(who) ? [{ is, who }] : [])

/** Moves the review, and returns the observed facts. */
const createMoveDoor =
  (
    contract: Parameters<typeof createCallerContext>[1],
    run: (ctx: Context, reference: string) => Promise<unknown>,
    toFacts: (who: ActorKey) => readonly Fact[] = () => [],
  ): Door =>
  async (stage, { who }) => {
    await run(createCallerContext(stage, contract, who), await findReference(stage))
    return toFacts(who)
  }

/** Doors by which people and jobs write the review of a change. */
export const reviewDoors = {
  async start(stage, { who }) {
    await startReview(createCallerContext(stage, contract.startReview, who), stage.number)
    return []
  },
  fill: (stage, draw) => writeSteps(stage, draw, answeredSteps),
  answer: (stage, draw) => writeSteps(stage, draw, ['outcome']),
  submit: createMoveDoor(signing.submitReview, submitReview, (who) => toPartFacts('submitted', who)),
  withdraw: createMoveDoor(signing.withdrawReview, withdrawReview),
  complete: createMoveDoor(
    contract.completeReview,
    (ctx, reference) => completeReview(ctx, reference, {}),
    (who) => toEndFacts('completed', who),
  ),
  async complete_clean(stage, { who }) {
    const ctx = createCallerContext(stage, bulk.completeCleanReviews, who)
    const { results } = await completeCleanReviews(ctx, { reviews: [stage.number], dry_run: false }, () => 0.99)
    return results.some(({ result }) => result === 'completed') ? toEndFacts('completed', who) : []
  },
  async sign(stage, { who, whom, choice }) {
    const ctx = createCallerContext(stage, signing.signOffReview, who)
    const stated = [undefined, undefined, whom, 'nobody' as const][choice % 4]
    const statedEmail = stated === 'nobody' ? 'nobody@nowhere.example' : stated && people[stated].email
    const now = await readMarkers(stage)
    const read = choice < 6 ? {} : (stage.read.get(who) ?? now)
    const isStale = choice >= 6 && JSON.stringify(read) !== JSON.stringify(now)
    const body = statedEmail === undefined ? read : { ...read, implementer: statedEmail }
    const { implementer } = await signOffReview(ctx, await findReference(stage), body)
    const isStated = stated !== undefined && implementer === statedEmail
    if (!isPerson(who)) return []
    const unread: Fact[] = isStale ? [{ is: 'signed unread', who }] : []
    return [...unread, { is: 'signed', who, ...(isStated && { stated }) }]
  },
  async read(stage, { who }) {
    stage.read.set(who, await readMarkers(stage))
    return []
  },
  send_back: createMoveDoor(signing.returnReview, (ctx, reference) =>
    returnReview(ctx, reference, { reason: 'Incomplete.' }),
  ),
  reopen: createMoveDoor(
    signing.reopenReview,
    (ctx, reference) => reopenReview(ctx, reference, 'More is known.'),
    () => [{ is: 'reopened' }],
  ),
  async waive(stage, { who }) {
    const ctx = createCallerContext(stage, signing.waiveReview, who)
    const { status } = await waiveReview(ctx, await findReference(stage), 'It is not needed.')
    if (status === 'waived') return toEndFacts('waived', who)
    return isPerson(who) ? [{ is: 'requested waiver', who }] : []
  },
  async confirm_waiver(stage, { who, whom, choice }) {
    const ctx = createCallerContext(stage, signing.confirmWaiver, who)
    const stated = choice % 3 === 0 ? people[whom].email : undefined
    const { implementer } = await confirmWaiver(ctx, await findReference(stage), stated)
    const parts = stated !== undefined && implementer === stated ? toPartFacts('implemented', whom) : []
    return isPerson(who) ? [...parts, { is: 'waived', who, isConfirmed: true }] : []
  },
  refuse_waiver: createMoveDoor(signing.refuseWaiver, (ctx, reference) =>
    refuseWaiver(ctx, reference, 'It is needed.'),
  ),
  async assign(stage, { who, whom }) {
    const ctx = createCallerContext(stage, bulk.assignReviews, who)
    const { results } = await assignReviews(ctx, { reviews: [stage.number], reviewer: people[whom].email })
    if (results.every(({ result }) => result !== 'done')) throw new NothingToDo()
    return []
  },
  full_form: createMoveDoor(fullForm, chooseFullForm),
  async decide({ world }) {
    await decideReviews(world.as(world.job))
    await followCancellations(world.as(world.job))
    return [{ is: 'decided' }]
  },
} as const satisfies Readonly<Record<string, Door>>
