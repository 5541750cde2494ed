import { eq, sql } from 'drizzle-orm'
import { vi } from 'vitest'
import { createPolicyRule, deletePolicyRule, updatePolicyRule } from '#lib/contracts/app/policy.ts'
import * as fourEyes from '#lib/domain/four-eyes/four-eyes.ts'
import * as samePerson from '#lib/domain/four-eyes/same-person.ts'
import * as records from '#lib/domain/policy/counted-records.ts'
import { judgedStatuses } from '#server/deployments/follow-deployments.ts'
import * as openReviews from '#server/import/database/author.ts'
import * as resolving from '#server/people/resolve-people.ts'
import * as rules from '#server/policy/rules.ts'
import { reconsiderations } from '#server/reviews/commands/reconsider-reviews.ts'
import * as signing from '#server/reviews/commands/sign-off.ts'
import * as waiving from '#server/reviews/commands/waive.ts'
import * as locked from '#server/reviews/locked-review.ts'
import * as parts from '#server/reviews/parts.ts'
import * as following from '#server/reviews/policy/follow-rules.ts'
import * as marks from '#server/reviews/policy/open-marked-review.ts'
import * as requirements from '#server/reviews/requirement.ts'
import { accounts } from '#server/schema/access.ts'
import { reviews } from '#server/schema/reviews.ts'
import * as demands from './evaluate-review.ts'
import { people } from './testing/model.ts'
import { begun, expectToFind, type Planted, removeClause, submitted, test } from './testing/run-history.ts'

/** A fault of the service, which stays until the result of `plant` is disposed, and the histories that find it. */
type Fault = Planted & { readonly plant: () => Disposable }

/** People of a history with tokens, including the admin who issued them. */
const withAdmin = ['noor', 'ada', 'paolo'] as const
/** A change that needs a sign-off only because of its implementer, and one that the policy has not decided on. */
const harmless = { type: 'normal', risk: 'low' } as const
const undecided = { state: 'implement' } as const

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

/** Disposes of all of them. */
function disposeAll(...faults: readonly Disposable[]): Disposable {
  const stack = new DisposableStack()
  for (const fault of faults) stack.use(fault)
  return stack
}

/** Resolves people differently, and compares who acts with nobody else. */
const resolveBy = (resolve: typeof resolvePeople) => vi.spyOn(resolving, 'resolvePeople').mockImplementation(resolve)

/** Lets some comparisons of people find nobody. */
const findNobody = (...names: readonly ('isSameName' | 'haveSameName' | 'mayMean' | 'matchesPerson')[]) =>
  disposeAll(...names.map((name) => vi.spyOn(samePerson, name).mockReturnValue(false)))

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

const { whyNoWaiver, excludingParts, signOffReasons } = fourEyes
const { signOffReview } = signing
const { waiveReview, confirmWaiver } = waiving
/** Requests a waiver, which Ada confirms unseen. */
const waiveAlone: typeof waiveReview = async (ctx, reference, reason) => {
  const requested = await waiveReview(ctx, reference, reason)
  return requested.status === 'waived' ? requested : confirmWaiver({ ...ctx, actor: people.ada }, reference, undefined)
}
const answered = [...begun, 'henrike answer', 'noor submit'] as const
/** Henrike may sign with her other account. */
const twice = { beginning: answered, people: ['noor', 'henrike', 'vos'] } as const
const byIssuer = { people: withAdmin, sees: 'ada, who took part, has signed it' } as const

const missingParts: Readonly<Record<keyof typeof excludingParts, Planted>> = {
  // The change names another implementer since.
  implemented: { beginning: [...submitted, 'script put_implementer noor 0'], change: { implementer: 'henrike' } },
  reviewed: { beginning: [...begun, 'paolo assign henrike 1', 'noor submit'] },
  submitted: { beginning: [...begun, 'henrike submit'] },
  // The record of a completed review changes: it waits for a sign-off then.
  completed: { beginning: [...begun, 'henrike complete', 'script put_kind noor 0'], change: harmless },
  wrote: { beginning: answered },
  // The write of a token to a change without a review counts as the work of the admin who issued it.
  imported: { ...byIssuer, beginning: ['script import_outcome', ...submitted], change: undecided },
  issued_token: { ...byIssuer, beginning: [...begun, 'script patch'] },
}

const alone = { operations: ['complete'], beginning: begun, sees: 'completed without a sign-off' } as const
const unknown = { ...harmless, spelling: 'text' } as const
const missingRequirements: Readonly<Record<keyof typeof signOffReasons, Planted>> = {
  unstated: { ...alone, change: unknown, sees: 'completed unsigned though nobody stated who' },
  reviewers_work: { ...alone, change: { ...harmless, implementer: 'noor' }, sees: 'completed unsigned although noor' },
  own_work: { ...alone, change: { ...harmless, implementer: 'paolo' }, sees: 'completed unsigned although paolo' },
  own_listing: {
    ...alone,
    beginning: ['paolo list_person callum 1', ...begun],
    change: unknown,
    sees: 'who wrote who the implementer is',
  },
  outcome_by_implementer: {
    people: withAdmin,
    beginning: begun,
    operations: ['patch'],
    change: { ...harmless, implementer: 'ada' },
    sees: 'ada, who implemented it, has had it completed by a token',
  },
  policy: { ...alone, change: undecided },
}

const missingReconsiderations: Readonly<Record<string, Planted>> = {
  completed: { ...alone, beginning: [...begun, 'noor complete'], operations: ['put_kind'], change: harmless },
  waived: {
    operations: ['put_kind'],
    beginning: ['henrike start', 'henrike waive'],
    change: harmless,
    sees: 'waived by its reviewer before',
  },
}

const faults: Readonly<Record<string, Fault>> = {
  'an unknown text means nobody': {
    // The signer and everybody else with an account are compared with a text in two places.
    plant: () => findNobody('mayMean', 'matchesPerson'),
    change: { implementer: 'henrike', spelling: 'text' },
  },
  'an account of equal name is another person': { plant: () => findNobody('isSameName', 'haveSameName'), ...twice },
  'an import writes the review fields of an open review': {
    plant: () => vi.spyOn(openReviews, 'isProtected').mockReturnValue(sql`false`),
    operations: ['import_outcome'],
    beginning: begun,
    sees: 'an import wrote into a review',
  },
  'a deployment changes what waits for a sign-off': {
    plant: () => removeClause(judgedStatuses, String(judgedStatuses.indexOf('awaiting_sign_off'))),
    operations: ['deploy'],
    sees: 'an event changed what a signer sees',
  },
  'somebody signs what they have not read': {
    plant: () =>
      vi
        .spyOn(signing, 'signOffReview')
        .mockImplementation((ctx, reference, { implementer }) => signOffReview(ctx, reference, { implementer })),
    beginning: [...submitted, 'henrike read', 'script put_kind noor 4'],
    sees: 'henrike signed what they had not read',
  },
  'the reviewer waives a review that needs a sign-off': {
    plant: () =>
      vi
        .spyOn(fourEyes, 'whyNoWaiver')
        .mockImplementation((person, participation) => whyNoWaiver(person, participation, { needsSignOff: false })),
    operations: ['waive'],
    beginning: ['henrike start'],
    sees: 'henrike, who took part, has requested the waiver of it',
  },
  'somebody confirms the waiver that they requested': {
    plant: () => vi.spyOn(fourEyes, 'hasRequested').mockReturnValue(false),
    operations: ['waive', 'confirm_waiver'],
    beginning: begun,
    sees: 'waived alone what needs a sign-off',
  },
  'one manager waives what needs a sign-off': {
    plant: () => vi.spyOn(waiving, 'waiveReview').mockImplementation(waiveAlone),
    operations: ['waive'],
    beginning: begun,
    sees: 'waived alone what needs a sign-off',
  },
  'a token marks the work of its issuer as reviewed': {
    plant: () => vi.spyOn(marks, 'openRequiredReview').mockResolvedValue(null),
    people: withAdmin,
    operations: ['patch'],
    beginning: [],
    change: { ...harmless, ...undecided, implementer: 'ada' },
    sees: 'ada, who implemented it, has had it marked by a token',
  },
  'a change is decided on by its current record alone': {
    plant: () => vi.spyOn(demands, 'listOwedSignOffs').mockResolvedValue(new Map()),
    operations: ['decide'],
    // The record of an emergency change is lowered, and its work closed.
    beginning: ['script put_kind noor 4', 'script put_state noor 2'],
    change: undecided,
    sees: 'closed without the review that it requires',
  },
  'a part is recorded for one account of a person': { plant: () => resolveBy(resolveOwnAccounts), ...twice },
  'an erasure forgets the other accounts of a person': {
    plant: () => vi.spyOn(resolving, 'resolvePeople').mockImplementation(resolveOwnAccounts),
    people: ['noor', 'callum', 'vos'],
    beginning: [...answered, 'ada erase_account henrike 1'],
  },
  'a rule that is lowered and raised again lowers open reviews': {
    plant: () =>
      disposeAll(
        vi.spyOn(following, 'raiseOpenReviews').mockImplementation(lowerAll),
        // The second guard, which looks at all former rules where a review ends.
        vi.spyOn(requirements, 'storeFullRequirement').mockImplementation(async (_, review) => review),
      ),
    ...alone,
    beginning: [...begun, 'paolo ask_less noor 0', 'paolo ask_more noor 0'],
  },
  'only the parts of managers are recorded': {
    plant: () => vi.spyOn(parts, 'recordParts').mockImplementation(recordManagers),
    people: ['noor', 'callum', 'paolo'],
    beginning: [...begun, 'callum answer', 'noor submit', 'ada change_role callum 1', 'callum sign'],
    change: { implementer: 'paolo' },
    sees: 'callum, who took part, has signed it',
  },
  'a disabled account is nobody': {
    plant: () => resolveBy(resolveEnabledAccounts),
    people: twice.people,
    beginning: [...begun, 'ada switch_account vos 0', 'henrike answer', 'noor submit', 'ada switch_account vos 1'],
  },
  'an import replaces the implementer unrecorded': {
    plant: () => vi.spyOn(parts, 'recordImportedParts').mockResolvedValue(),
    beginning: [...submitted, 'script import_implementer paolo 0', 'script import_implementer noor 0'],
    sees: 'paolo, who took part, has signed it',
  },
  'a former record requires nothing': {
    plant: () => vi.spyOn(records, 'listCountedRecords').mockImplementation((record) => [{ record, since: null }]),
    ...alone,
    beginning: ['script put_kind noor 4', ...begun],
    change: undecided,
  },
  'a cancellation withdraws a review that needs a sign-off': {
    plant: () => vi.spyOn(locked, 'isSignOffRequired').mockReturnValue(false),
    operations: ['decide'],
    beginning: [...begun, 'script put_state noor 3'],
    sees: 'waived by nobody',
  },
  'a former rule requires nothing': {
    plant: () => vi.spyOn(rules, 'getFormerVersions').mockReturnValue([]),
    ...alone,
    beginning: ['paolo ask_less noor 1', ...begun],
    change: { ...undecided, type: 'normal' },
  },
}

/** The faults that some clauses of a record are missing. */
const withoutClauses = (record: object, what: string, sources: Readonly<Record<string, Planted>>): [string, Fault][] =>
  Object.entries(sources).map(([clause, source]) => [
    `${what} “${clause}”`,
    { plant: () => removeClause(record, clause), ...source },
  ])

/** The faults that a service account may write a rule. */
const openToServices = [updatePolicyRule, deletePolicyRule, createPolicyRule].map(
  ({ name, access }): [string, Fault] => [
    `${name} is open to a service account`,
    {
      plant: () => removeClause(access, 'onlyPeople'),
      beginning: [],
      operations: ['ask_less', 'delete_rule', 'create_rule'],
      sees: 'a service account wrote the policy',
    },
  ],
)

test.for([
  ...withoutClauses(excludingParts, 'nobody is ruled out by the part', missingParts),
  ...withoutClauses(signOffReasons, 'no sign-off is required by', missingRequirements),
  ...withoutClauses(reconsiderations, 'no review is reconsidered that is', missingReconsiderations),
  ...openToServices,
  ...Object.entries(faults),
])('histories find that %s', ([, { plant, ...source }], { fixture }) => expectToFind(fixture, plant, source))
