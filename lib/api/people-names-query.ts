import { listPeopleNames } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

const maxEmails = 100

/** The names of people by their e-mail addresses; the first 100 addresses in alphabetical order. */
export const namedEmails = (emails: readonly string[]): string[] =>
  [...new Set(emails)]
    .filter((email) => email.includes('@'))
    .toSorted()
    .slice(0, maxEmails)

export const peopleNamesQuery = (emails: readonly string[]) =>
  endpointQuery(listPeopleNames, { query: { emails: namedEmails(emails).join(',') } })
