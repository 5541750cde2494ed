import { or, sql } from 'drizzle-orm'
import { findNameCandidates, type MaskedPerson } from '#lib/text/mask-names.ts'
import type { Queryable } from '#server/platform/db/client.ts'
import { accounts } from '#server/schema/access.ts'
import { users } from '#server/schema/directory.ts'

/** Parties of a change and its review, by e-mail address. */
export type Parties = {
  readonly reviewer: string | null
  readonly reviewerName: string | null
  readonly implementer: string | null
  readonly requester: string | null
  readonly approver: string | null
}

type Party = readonly [email: string, role: string]

/**
 * Lists the people in directory and accounts who may be named in a text, each with the word that replaces them, and
 * always the parties of the change. Names are looked up by the words of the text, so the cost does not grow with the
 * directory.
 */
export async function listPeopleIn(db: Queryable, text: string, parties: Parties): Promise<MaskedPerson[]> {
  const roles = mapPartyRoles(parties)
  const candidates = findNameCandidates(text)
  const emails = [...candidates.emails, ...candidates.emails.map((email) => email.toLowerCase()), ...roles.keys()]
  const [directory, signedUp] = await Promise.all([
    db
      .select({ name: users.name, email: users.email })
      .from(users)
      // As arrays, because a long text has more names than a statement can have parameters.
      .where(
        or(
          sql`${users.nameKey} = any(${sql.param(candidates.names)})`,
          sql`${users.email} = any(${sql.param(emails)})`,
        ),
      ),
    db.select({ name: accounts.name, email: accounts.email, role: accounts.role }).from(accounts),
  ])
  const named = [
    ...[...roles.keys()].map((email) => ({ name: '', email, role: 'a colleague' })),
    ...(parties.reviewer === null
      ? []
      : [{ name: parties.reviewerName ?? '', email: parties.reviewer, role: 'the reviewer' }]),
    ...directory.map((person) => ({ ...person, role: 'a colleague' })),
    ...signedUp.map((account) => ({ ...account, role: accountWords[account.role] })),
  ]
  const people = named.map(({ name, email, role }): [string, MaskedPerson] => {
    const party = roles.get(email.toLowerCase())
    return [email.toLowerCase(), { name, email, role: party ?? role, isInvolved: party !== undefined }]
  })
  return [...new Map(people).values()]
}

const accountWords = {
  viewer: 'a colleague',
  auditor: 'an auditor',
  reviewer: 'a colleague',
  manager: 'a manager',
  admin: 'an administrator',
} as const

/** Maps people to their roles. The most specific of several roles wins: implementer, approver, requester, reviewer. */
function mapPartyRoles({ reviewer, implementer, requester, approver }: Parties): Map<string, string> {
  const parties: (Party | null)[] = [
    reviewer === null ? null : [reviewer, 'the reviewer'],
    requester === null ? null : [requester, 'the requester'],
    approver === null ? null : [approver, 'the approver'],
    implementer === null ? null : [implementer, 'the implementer'],
  ]
  return new Map(parties.flatMap((party) => (party ? [[party[0].toLowerCase(), party[1]]] : [])))
}
