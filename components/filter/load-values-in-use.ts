import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { listFilterValues } from '#lib/contracts/app/filter-values.ts'
import type { ValuesInUse } from './values-in-use.ts'

export const loadValuesInUse = async (signal: AbortSignal): Promise<ValuesInUse> =>
  (await callEndpoint(listFilterValues, {}, { signal })).data
