'use client'

import { useQuery } from '@tanstack/react-query'
import type { listFilterValues as contract } from '#lib/contracts/app/search.ts'
import type { ResponseOf } from '#lib/contracts/endpoint.ts'
import { listFilterValues } from '#lib/contracts/routes.ts'
import { endpointQuery } from './endpoint-query.ts'

export type ValuesInUse = ResponseOf<typeof contract>

const staleTimeMs = 60_000

export function useValuesInUse(): Partial<ValuesInUse> {
  return useQuery({ ...endpointQuery(listFilterValues, {}), staleTime: staleTimeMs }).data ?? {}
}
