import { eq, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { createPolicyRule, deletePolicyRule, updatePolicyRule } from '#lib/contracts/app/policy.ts'
import * as fourEyes from '#lib/domain/four-eyes/four-eyes.ts'
import * as samePerson from '#lib/domain/four-eyes/same-person.ts'
import * as records from '#lib/domain/policy/counted-records.ts'
import { judgedStatuses } from '#server/deployments/follow-deployments.ts'
import * as openReviews from '#server/import/database/author.ts'
import * as identities from '#server/people/identities.ts'
import * as resolving from '#server/people/resolve-people.ts'
import * as rules from '#server/policy/rules.ts'
import * as signing from '#server/reviews/lifecycle/sign-off-review.ts'
import * as waiving from '#server/reviews/lifecycle/waive-review.ts'
import * as following from '#server/reviews/policy/follow-rules.ts'
import * as marks from '#server/reviews/policy/open-marked-review.ts'
import * as locked from '#server/reviews/record/locked-review.ts'
import { accounts } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'
import * as demands from './evaluate-review.ts'
import * as parts from './parts.ts'
import { people } from './testing/model.ts'
import { expectToFind, type Planted, removeClause, test } from './testing/run-history.ts'

/** A fault of the service, which `plant` introduces and its result removes, and the histories that find it. */
type Fault = Planted & { readonly plant: () => () => void }

const change = { type: 'emergency', risk: 'high', state: 'review', implementer: 'callum', spelling: 'email' } as const
const begun = [
  ['noor', 'start'],
  ['noor', 'fill'],
] as const
const submitted = [...begun, ['noor', 'submit']] as const

const { resolvePeople } = resolving
/** Resolves people to the accounts that pass, without the names by which other accounts are theirs. */
const resolveSome =
  (passes: (account: string, email: string | null) => Promise<boolean> | boolean): typeof resolvePeople =>
  async (db, texts) => {
    const found = [...(await resolvePeople(db, texts))].map(async ([text, person]) => {
      const passing = await Promise.all(person.accounts.map((id) => passes(id, person.email)))
      const ids = person.accounts.filter((_, index) => passing[index])
      return [text, { ...person, accounts: ids, emails: person.email ? [person.email] : [], names: [] }] as const
    })
    return new Map(await Promise.all(found))
  }
const resolveOwnAccounts = resolveSome((id, email) => email === null || id === `acc_${email.split('@')[0]}`)
const resolveEnabledAccounts: typeof resolvePeople = async (db, texts) => {
  const enabled = await db.select({ id: accounts.id }).from(accounts).where(eq(accounts.isDisabled, false))
  return resolveSome((id) => enabled.some((one) => one.id === id))(db, texts)
}

/** Resolves people differently, and compares who acts with nobody else. */
function resolveBy(resolve: typeof resolvePeople) {
  const restore = [
    restored(vi.spyOn(resolving, 'resolvePeople').mockImplementation(resolve)),
    restored(vi.spyOn(identities, 'listTwins').mockReturnValue([])),
  ]
  return () => {
    for (const one of restore) one()
  }
}

const { recordParts } = parts
const recordManagers: typeof recordParts = async (ctx, all) => {
  const managers = await ctx.db.select({ email: accounts.email }).from(accounts).where(eq(accounts.role, 'manager'))
  return recordParts(
    ctx,
    all.filter((part) => managers.some(({ email }) => email === part?.person)),
  )
}

const lowerAll: typeof following.raiseOpenReviews = async ({ db }) =>
  void (await db.update(reviews).set({ needsSignOff: false }))

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
const byServiceAccount = { people: ['noor', 'henrike', 'paolo'], sees: 'a service account wrote the policy' } as const

const faults: Readonly<Record<string, Fault>> = {
  'an unknown text means nobody': {
    // The signer and everybody else with an account are compared with a text in two places.
    plant: () => mockAll('mayMean', 'matchesPerson'),
    operations: ['sign'],
    beginning: submitted,
    change: { ...change, implementer: 'henrike', spelling: 'text' },
    sees: 'henrike, who took part, has signed it',
  },
  'an account of equal name is another person': {
    plant: () => mockAll('isSameName', 'haveSameName'),
    people: ['noor', 'henrike', 'vos'],
    operations: ['sign'],
    beginning: [...begun, ['henrike', 'answer'], ['noor', 'submit']],
    change,
    sees: 'henrike, who took part, has signed it',
  },
  'an import writes the review fields of an open review': {
    plant: () => restored(vi.spyOn(openReviews, 'isProtected').mockReturnValue(sql`false`)),
    operations: ['import_outcome'],
    beginning: begun,
    change,
    sees: 'an import wrote into a review',
  },
  'a deployment changes what waits for a sign-off': {
    plant: () => removeClause(judgedStatuses, String(judgedStatuses.indexOf('awaiting_sign_off'))),
    operations: ['deploy'],
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
    operations: ['sign'],
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
    operations: ['waive'],
    beginning: [['henrike', 'start']],
    change,
    sees: 'henrike, who took part, has requested the waiver of it',
  },
  'somebody confirms the waiver that they requested': {
    plant: () => restored(vi.spyOn(fourEyes, 'hasRequested').mockReturnValue(false)),
    operations: ['waive', 'confirm_waiver'],
    beginning: begun,
    change,
    sees: 'waived alone what needs a sign-off',
  },
  'one manager waives what needs a sign-off': {
    plant: () => restored(vi.spyOn(waiving, 'waiveReview').mockImplementation(waiveAlone)),
    operations: ['waive'],
    beginning: begun,
    change,
    sees: 'waived alone what needs a sign-off',
  },
  'a token marks the work of its issuer as reviewed': {
    plant: () => restored(vi.spyOn(marks, 'openRequiredReview').mockResolvedValue(null)),
    people: ['noor', 'ada', 'paolo'],
    operations: ['patch'],
    change: { ...change, type: 'normal', risk: 'low', state: 'implement', implementer: 'ada' },
    sees: 'ada, who implemented it, has had it marked by a token',
  },
  'a change is decided on by its current record alone': {
    plant: () => restored(vi.spyOn(demands, 'listOwedSignOffs').mockResolvedValue(new Map())),
    operations: ['decide'],
    beginning: lowered,
    change: { ...change, state: 'implement' },
    sees: 'closed without the review that it requires',
  },
  'a part is recorded for one account of a person': {
    plant: () => resolveBy(resolveOwnAccounts),
    people: ['noor', 'henrike', 'vos'],
    operations: ['sign'],
    beginning: [...begun, ['henrike', 'answer'], ['noor', 'submit']],
    change,
    sees: 'henrike, who took part, has signed it',
  },
  'an erasure forgets the other accounts of a person': {
    plant: () => restored(vi.spyOn(resolving, 'resolvePeople').mockImplementation(resolveOwnAccounts)),
    people: ['noor', 'callum', 'vos'],
    operations: ['sign'],
    beginning: [...begun, ['henrike', 'answer'], ['noor', 'submit'], ['ada', 'erase_account', { whom: 'henrike' }]],
    change,
    sees: 'henrike, who took part, has signed it',
  },
  'a rule that is lowered and raised again lowers open reviews': {
    plant: () => restored(vi.spyOn(following, 'raiseOpenReviews').mockImplementation(lowerAll)),
    operations: ['complete'],
    beginning: [...begun, ['paolo', 'ask_less', { choice: 0 }], ['paolo', 'ask_more', { choice: 0 }]],
    change,
    sees: 'completed without a sign-off',
  },
  'only the parts of managers are recorded': {
    plant: () => restored(vi.spyOn(parts, 'recordParts').mockImplementation(recordManagers)),
    people: ['noor', 'callum', 'paolo'],
    operations: ['sign'],
    beginning: [
      ['noor', 'start'],
      ['noor', 'fill'],
      ['callum', 'answer'],
      ['noor', 'submit'],
      ['ada', 'change_role', { whom: 'callum', choice: 1 }],
      ['callum', 'sign'],
    ],
    change: { ...change, implementer: 'paolo' },
    sees: 'callum, who took part, has signed it',
  },
  'a disabled account is nobody': {
    plant: () => resolveBy(resolveEnabledAccounts),
    people: ['noor', 'henrike', 'vos'],
    operations: ['sign'],
    beginning: [
      ...begun,
      ['ada', 'switch_account', { whom: 'vos', choice: 0 }],
      ['henrike', 'answer'],
      ['noor', 'submit'],
      ['ada', 'switch_account', { whom: 'vos', choice: 1 }],
    ],
    change,
    sees: 'henrike, who took part, has signed it',
  },
  'an import replaces the implementer unrecorded': {
    plant: () => restored(vi.spyOn(parts, 'recordImportedParts').mockResolvedValue()),
    operations: ['sign'],
    beginning: [
      ...submitted,
      ['script', 'import_implementer', { whom: 'paolo', choice: 0 }],
      ['script', 'import_implementer', { whom: 'noor', choice: 0 }],
    ],
    change,
    sees: 'paolo, who took part, has signed it',
  },
  'a former record requires nothing': {
    plant: () =>
      restored(vi.spyOn(records, 'listCountedRecords').mockImplementation((record) => [{ record, since: null }])),
    operations: ['complete'],
    beginning: [['script', 'put_kind', { choice: 4 }], ...begun],
    change: { ...change, state: 'implement' },
    sees: 'completed without a sign-off',
  },
  'a cancellation withdraws a review that needs a sign-off': {
    plant: () => restored(vi.spyOn(locked, 'isSignOffRequired').mockReturnValue(false)),
    operations: ['decide'],
    beginning: [...begun, ['script', 'put_state', { choice: 3 }]],
    change,
    sees: 'waived by nobody',
  },
  'a former rule requires nothing': {
    plant: () => restored(vi.spyOn(rules, 'getFormerVersions').mockReturnValue([])),
    operations: ['complete'],
    beginning: [['paolo', 'ask_less'], ...begun],
    change: { ...change, type: 'normal', state: 'implement' },
    sees: 'completed without a sign-off',
  },
  'a service account edits a rule': {
    plant: () => removeClause(updatePolicyRule.access, 'onlyPeople'),
    operations: ['ask_less'],
    ...byServiceAccount,
  },
  'a service account deletes a rule': {
    plant: () => removeClause(deletePolicyRule.access, 'onlyPeople'),
    operations: ['delete_rule'],
    ...byServiceAccount,
  },
  'a service account creates a rule': {
    plant: () => removeClause(createPolicyRule.access, 'onlyPeople'),
    operations: ['delete_rule', 'create_rule'],
    ...byServiceAccount,
  },
}

/** Lets some comparisons of people find nobody. */
function mockAll(...names: readonly ('isSameName' | 'haveSameName' | 'mayMean' | 'matchesPerson')[]) {
  const spies = names.map((name) => vi.spyOn(samePerson, name).mockReturnValue(false))
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}

const restored = (spy: { mockRestore: () => void }) => () => spy.mockRestore()

test.for(Object.entries(faults))('histories find that %s', ([, { plant, ...source }], { fixture }) =>
  expectToFind(fixture, plant, source),
)
