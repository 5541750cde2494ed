import { listPeopleNames } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

const maxEmails = 100

/** The e-mail addresses whose names are queried: the first 100 in alphabetical order. */
export const selectNamedEmails = (emails: readonly string[]): string[] =>
  [...new Set(emails)]
    .filter((email) => email.includes('@'))
    .toSorted()
    .slice(0, maxEmails)

export const peopleNamesQuery = (emails: readonly string[]) =>
  endpointQuery(listPeopleNames, { query: { emails: selectNamedEmails(emails).join(',') } })
