import { sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { createPolicyRule, deletePolicyRule, updatePolicyRule } from '#lib/contracts/app/policy.ts'
import * as fourEyes from '#lib/domain/four-eyes/four-eyes.ts'
import * as samePerson from '#lib/domain/four-eyes/same-person.ts'
import { judgedStatuses } from '#server/deployments/follow-deployments.ts'
import * as openReviews from '#server/import/database/author.ts'
import * as signing from '#server/reviews/lifecycle/sign-off-review.ts'
import * as waiving from '#server/reviews/lifecycle/waive-review.ts'
import * as marks from '#server/reviews/policy/open-marked-review.ts'
import * as demands from './evaluate-review.ts'
import { people } from './testing/model.ts'
import { expectToFind, type Planted, removeClause, test } from './testing/play.ts'

/** A fault of the service, which `plant` introduces and its result removes, and the histories that find it. */
type Fault = Planted & { readonly plant: () => () => void }

const change = { type: 'emergency', risk: 'high', state: 'review', implementer: 'callum', spelling: 'email' } as const
const begun = [
  ['noor', 'start'],
  ['noor', 'fill'],
] as const
const submitted = [...begun, ['noor', 'submit']] as const

const { whyNoWaiver } = fourEyes
const { signOffReview } = signing
const { waiveReview, confirmWaiver } = waiving
/** Requests a waiver, which Ada confirms unseen. */
const waiveAlone: typeof waiveReview = async (ctx, reference, reason) => {
  const requested = await waiveReview(ctx, reference, reason)
  return requested.status === 'waived' ? requested : confirmWaiver({ ...ctx, actor: people.ada }, reference, undefined)
}
/** The record of an emergency change is lowered, and its work closed. */
const lowered = [
  ['script', 'put_kind', { choice: 4 }],
  ['script', 'put_state', { choice: 2 }],
] as const
const byServiceAccount = { cast: ['noor', 'henrike', 'paolo'], sees: 'a service account wrote the policy' } as const

const faults: Readonly<Record<string, Fault>> = {
  'an unknown text means nobody': {
    // The signer and everybody else with an account are compared with a text in two places.
    plant() {
      const spies = (['mayMean', 'matchesPerson'] as const).map((name) =>
        vi.spyOn(samePerson, name).mockReturnValue(false),
      )
      return () => {
        for (const spy of spies) spy.mockRestore()
      }
    },
    doors: ['sign'],
    beginning: submitted,
    change: { ...change, implementer: 'henrike', spelling: 'text' },
    sees: 'henrike, who took part, has signed it',
  },
  'an account of equal name is another person': {
    plant: () => restored(vi.spyOn(samePerson, 'isSameName').mockReturnValue(false)),
    cast: ['noor', 'henrike', 'vos'],
    doors: ['sign'],
    beginning: [...begun, ['henrike', 'answer'], ['noor', 'submit']],
    change,
    sees: 'henrike, who took part, has signed it',
  },
  'an import writes the review fields of an open review': {
    plant: () => restored(vi.spyOn(openReviews, 'isProtected').mockReturnValue(sql`false`)),
    doors: ['import_outcome'],
    beginning: begun,
    change,
    sees: 'an import wrote into a review',
  },
  'a deployment changes what waits for a sign-off': {
    plant: () => removeClause(judgedStatuses, String(judgedStatuses.indexOf('awaiting_sign_off'))),
    doors: ['deploy'],
    beginning: submitted,
    change,
    sees: 'an event changed what a signer sees',
  },
  'somebody signs what they have not read': {
    plant: () =>
      restored(
        vi
          .spyOn(signing, 'signOffReview')
          .mockImplementation((ctx, reference, { implementer }) => signOffReview(ctx, reference, { implementer })),
      ),
    doors: ['sign'],
    beginning: [...submitted, ['henrike', 'read'], ['script', 'put_kind']],
    change,
    sees: 'henrike signed what they had not read',
  },
  'the reviewer waives a review that needs a sign-off': {
    plant: () =>
      restored(
        vi
          .spyOn(fourEyes, 'whyNoWaiver')
          .mockImplementation((...[person, participation]) =>
            whyNoWaiver(person, participation, { needsSignOff: false }),
          ),
      ),
    doors: ['waive'],
    beginning: [['henrike', 'start']],
    change,
    sees: 'henrike, who took part, has requested the waiver of it',
  },
  'somebody confirms the waiver that they requested': {
    plant: () => restored(vi.spyOn(fourEyes, 'hasRequested').mockReturnValue(false)),
    doors: ['waive', 'confirm_waiver'],
    beginning: begun,
    change,
    sees: 'waived alone what needs a sign-off',
  },
  'one manager waives what needs a sign-off': {
    plant: () => restored(vi.spyOn(waiving, 'waiveReview').mockImplementation(waiveAlone)),
    doors: ['waive'],
    beginning: begun,
    change,
    sees: 'waived alone what needs a sign-off',
  },
  'a token marks the work of its issuer as reviewed': {
    plant: () => restored(vi.spyOn(marks, 'openRequiredReview').mockResolvedValue(null)),
    cast: ['noor', 'ada', 'paolo'],
    doors: ['patch'],
    change: { ...change, type: 'normal', risk: 'low', state: 'implement', implementer: 'ada' },
    sees: 'ada, who implemented it, has had it marked by a token',
  },
  'a change is decided on by its current record alone': {
    plant: () => restored(vi.spyOn(demands, 'listOwedSignOffs').mockResolvedValue(new Map())),
    doors: ['decide'],
    beginning: lowered,
    change: { ...change, state: 'implement' },
    sees: 'closed without the review that it requires',
  },
  'a service account edits a rule': {
    plant: () => removeClause(updatePolicyRule.access, 'onlyPeople'),
    doors: ['ask_less'],
    ...byServiceAccount,
  },
  'a service account deletes a rule': {
    plant: () => removeClause(deletePolicyRule.access, 'onlyPeople'),
    doors: ['delete_rule'],
    ...byServiceAccount,
  },
  'a service account creates a rule': {
    plant: () => removeClause(createPolicyRule.access, 'onlyPeople'),
    doors: ['delete_rule', 'create_rule'],
    ...byServiceAccount,
  },
}

const restored = (spy: { mockRestore: () => void }) => () => spy.mockRestore()

test.for(Object.entries(faults))('histories find that %s', ([, { plant, ...scene }], { world }) =>
  expectToFind(world, plant, scene),
)
