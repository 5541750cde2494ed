'use client'

import { useQuery } from '@tanstack/react-query'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import type { ValuesInUse } from './values-in-use.ts'

const staleTimeMs = 60_000

/** The values in use, for suggestions in forms; empty while they load. */
export function useValuesInUse(): Partial<ValuesInUse> {
  return useQuery({ ...endpointQuery(listFilterValues, {}), staleTime: staleTimeMs }).data ?? {}
}
