import { expect } from 'vitest'
import { excludingParts, signOffReasons } from '#lib/domain/four-eyes/four-eyes.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { reconsiderations } from '#server/reviews/policy/reconsider-reviews.ts'
import type { ActorKey } from './testing/fixture.ts'
import type { FirstOperation } from './testing/histories.ts'
import type { OperationName } from './testing/operations.ts'
import { expectToFind, findViolation, type Planted, removeClause, test } from './testing/run-history.ts'

test(
  'whatever people, tokens, imports and connections do, nobody alone ends a review that required a sign-off',
  async ({ fixture }) => {
    expect(await findViolation(fixture, { runs: runs(5), seed: 21 })).toBeNull()
  },
  runs(60_000),
)

/** People of a history with tokens, including the admin who issued them. */
const withAdmin = ['noor', 'ada', 'paolo'] as const
const by = (who: ActorKey, ...operations: readonly OperationName[]): FirstOperation[] =>
  operations.map((operation) => [who, operation])

/** A change of a person who does nothing else, and one that needs a sign-off only because of its implementer. */
const others = { type: 'emergency', risk: 'high', state: 'review', implementer: 'callum', spelling: 'email' } as const
const harmless = { ...others, type: 'normal', risk: 'low' } as const
/** A change that the policy has not decided on. */
const undecided = { ...others, state: 'implement' } as const

const begun = by('noor', 'start', 'fill')
const submitted = [...begun, ...by('noor', 'submit')]
const signs = { operations: ['sign'], change: others, sees: 'who took part, has signed it' } as const
const missingParts: Readonly<Record<keyof typeof excludingParts, Planted>> = {
  // The change names another implementer since.
  implemented: {
    ...signs,
    beginning: [...submitted, ['script', 'put_implementer', { whom: 'noor', choice: 0 }]],
    change: { ...others, implementer: 'henrike' },
  },
  reviewed: { ...signs, beginning: [...begun, ['paolo', 'assign', { whom: 'henrike' }], ['noor', 'submit']] },
  submitted: { ...signs, beginning: [...begun, ...by('henrike', 'submit')] },
  // The record of a completed review changes: it waits for a sign-off then.
  completed: { ...signs, beginning: [...begun, ...by('henrike', 'complete', 'put_kind')], change: harmless },
  wrote: { ...signs, beginning: [...begun, ...by('henrike', 'answer'), ...by('noor', 'submit')] },
  // The write of a token to a change without a review counts as the work of the admin who issued it.
  imported: {
    ...signs,
    people: withAdmin,
    beginning: [...by('script', 'import_outcome'), ...submitted],
    change: undecided,
  },
  issued_token: { ...signs, people: withAdmin, beginning: [...begun, ...by('script', 'patch')] },
}

const alone = { operations: ['complete'], beginning: begun, sees: 'completed without a sign-off' } as const
const missingRequirements: Readonly<Record<keyof typeof signOffReasons, Planted>> = {
  unstated: {
    ...alone,
    change: { ...harmless, spelling: 'text' },
    sees: 'completed unsigned though nobody stated who',
  },
  reviewers_work: { ...alone, change: { ...harmless, implementer: 'noor' }, sees: 'completed unsigned although noor' },
  own_work: { ...alone, change: { ...harmless, implementer: 'paolo' }, sees: 'completed unsigned although paolo' },
  own_listing: {
    ...alone,
    beginning: [['paolo', 'list_person', { whom: 'callum' }], ...begun],
    change: { ...harmless, spelling: 'text' },
    sees: 'who wrote who the implementer is',
  },
  outcome_by_implementer: {
    ...alone,
    people: withAdmin,
    operations: ['patch'],
    change: { ...harmless, implementer: 'ada' },
    sees: 'ada, who implemented it, has had it completed by a token',
  },
  policy: { ...alone, change: undecided },
}

const waived = { ...alone, operations: ['waive'], beginning: by('henrike', 'start', 'waive') } as const
const missingReconsiderations: Readonly<Record<string, Planted>> = {
  completed: { ...alone, beginning: [...begun, ...by('noor', 'complete')], operations: ['put_kind'], change: harmless },
  waived: { ...waived, operations: ['put_kind'], change: harmless, sees: 'waived by its reviewer before' },
}

test.for(Object.entries(missingReconsiderations))(
  'histories find that a review which is “%s” is not reconsidered',
  ([status, source], { fixture }) => expectToFind(fixture, () => removeClause(reconsiderations, status), source),
)

test.for(Object.entries(missingParts))('histories find that the part “%s” is missing', ([kind, source], { fixture }) =>
  expectToFind(fixture, () => removeClause(excludingParts, kind), source),
)

test.for(Object.entries(missingRequirements))(
  'histories find that the requirement “%s” is missing',
  ([reason, source], { fixture }) => expectToFind(fixture, () => removeClause(signOffReasons, reason), source),
)
