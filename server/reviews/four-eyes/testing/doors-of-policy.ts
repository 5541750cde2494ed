import * as contract from '#lib/contracts/app/policy.ts'
import { createPolicyRule, deletePolicyRule, orderPolicyRules, updatePolicyRule } from '#server/policy/rule-commands.ts'
import { readRules } from '#server/policy/rules.ts'
import type { Fact, RuleName } from './facts.ts'
import { createCallerContext, type Door, type Draw, isPerson, NothingToDo, pick } from './stage.ts'
import { askingRules, namesOfRules } from './world.ts'

const pickRule = (choice: number): RuleName => pick(namesOfRules, choice)

const toPolicyFacts = (rule: RuleName, asks: boolean, { who }: Draw): Fact[] => [
  { is: 'policy', rule, asks, isPerson: isPerson(who) },
]

const createPatchDoor =
  (createPatch: (draw: Draw) => contract.PolicyRulePatch): Door =>
  async (stage, draw) => {
    const rule = pickRule(draw.choice)
    const patch = createPatch(draw)
    const ctx = createCallerContext(stage, contract.updatePolicyRule, draw.who)
    await updatePolicyRule(ctx, stage.world.ruleIds[rule], patch)
    return toPolicyFacts(rule, patch.needs_sign_off === true, draw)
  }

/** Doors by which people write the rules that ask for a sign-off. */
export const policyDoors = {
  ask_less: createPatchDoor(({ choice }) => (choice < 6 ? { needs_sign_off: false } : { is_active: false })),
  ask_more: createPatchDoor(() => ({ needs_sign_off: true, is_active: true })),
  async delete_rule(stage, draw) {
    const rule = pickRule(draw.choice)
    await deletePolicyRule(createCallerContext(stage, contract.deletePolicyRule, draw.who), stage.world.ruleIds[rule])
    return toPolicyFacts(rule, false, draw)
  },
  async create_rule(stage, draw) {
    const rule = pickRule(draw.choice)
    const ctx = createCallerContext(stage, contract.createPolicyRule, draw.who)
    if ((await readRules(stage.world.db)).some(({ id }) => id === stage.world.ruleIds[rule])) throw new NothingToDo()
    stage.world.ruleIds[rule] = (await createPolicyRule(ctx, askingRules[rule])).id
    return toPolicyFacts(rule, true, draw)
  },
  async order_rules(stage, { who }) {
    const ctx = createCallerContext(stage, contract.orderPolicyRules, who)
    await orderPolicyRules(ctx, (await readRules(stage.world.db)).map(({ id }) => id).reverse())
    return []
  },
} as const satisfies Readonly<Record<string, Door>>
