import { listFactors, listRepeatedFactors } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

/** The contributing factors that a review offers. */
export const factorsQuery = endpointQuery(listFactors, {})

/** Factors that contributed more than once, in a year, to changes of a service of this one. */
export const repeatedFactorsQuery = (number: string) => endpointQuery(listRepeatedFactors, { params: { number } })
