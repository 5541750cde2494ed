import { expect } from 'vitest'
import { excludingParts, signOffReasons } from '#lib/domain/four-eyes/four-eyes.ts'
import { runs } from '#server/platform/testing-runs.ts'
import { reconsiderations } from '#server/reviews/policy/reconsider-reviews.ts'
import type { Act, DoorName } from './testing/histories.ts'
import { expectToFind, findBreach, type Planted, removeClause, test } from './testing/play.ts'
import type { ActorKey } from './testing/world.ts'

test(
  'whatever people, tokens, imports and connections do, nobody alone ends a review that required a sign-off',
  async ({ world }) => {
    expect(await findBreach(world, { runs: runs(5), seed: 21 })).toBeNull()
  },
  runs(60_000),
)

/** People of a history with tokens, including the admin who issued them. */
const withAdmin = ['noor', 'ada', 'paolo'] as const
const by = (who: ActorKey, ...doors: readonly DoorName[]): Act[] => doors.map((door) => [who, door])

/** A change of a person who does nothing else, and one that needs a sign-off only because of its implementer. */
const others = { type: 'emergency', risk: 'high', state: 'review', implementer: 'callum', spelling: 'email' } as const
const harmless = { ...others, type: 'normal', risk: 'low' } as const
/** A change that the policy has not decided on. */
const undecided = { ...others, state: 'implement' } as const

const begun = by('noor', 'start', 'fill')
const submitted = [...begun, ...by('noor', 'submit')]
const signs = { doors: ['sign'], change: others, sees: 'who took part, has signed it' } as const
const missingParts: Readonly<Record<keyof typeof excludingParts, Planted>> = {
  implemented: { ...signs, beginning: submitted, change: { ...others, implementer: 'henrike' } },
  reviewed: { ...signs, beginning: [...begun, ['paolo', 'assign', { whom: 'henrike' }], ['noor', 'submit']] },
  submitted: { ...signs, beginning: [...begun, ...by('henrike', 'submit')] },
  // The record of a completed review changes: it waits for a sign-off then.
  completed: { ...signs, beginning: [...begun, ...by('henrike', 'complete', 'put_kind')], change: harmless },
  wrote: { ...signs, beginning: [...begun, ...by('henrike', 'answer'), ...by('noor', 'submit')] },
  // The write of a token to a change without a review counts as the work of the admin who issued it.
  imported: {
    ...signs,
    cast: withAdmin,
    beginning: [...by('script', 'import_outcome'), ...submitted],
    change: undecided,
  },
  issued_token: { ...signs, cast: withAdmin, beginning: [...begun, ...by('script', 'patch')] },
}

const alone = { doors: ['complete'], beginning: begun, sees: 'completed without a sign-off' } as const
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
    cast: withAdmin,
    doors: ['patch'],
    change: { ...harmless, implementer: 'ada' },
    sees: 'ada, who implemented it, has had it completed by a token',
  },
  policy: { ...alone, change: undecided },
}

const waived = { ...alone, doors: ['waive'], beginning: by('henrike', 'start', 'waive') } as const
const missingReconsiderations: Readonly<Record<string, Planted>> = {
  completed: { ...alone, beginning: [...begun, ...by('noor', 'complete')], doors: ['put_kind'], change: harmless },
  waived: { ...waived, doors: ['put_kind'], change: harmless, sees: 'waived by its reviewer before' },
}

test.for(Object.entries(missingReconsiderations))(
  'histories find that a review which is “%s” is not reconsidered',
  ([status, scene], { world }) => expectToFind(world, () => removeClause(reconsiderations, status), scene),
)

test.for(Object.entries(missingParts))('histories find that the part “%s” is missing', ([kind, scene], { world }) =>
  expectToFind(world, () => removeClause(excludingParts, kind), scene),
)

test.for(Object.entries(missingRequirements))(
  'histories find that the requirement “%s” is missing',
  ([reason, scene], { world }) => expectToFind(world, () => removeClause(signOffReasons, reason), scene),
)
