import type { QueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { buildEndpointKey } from '#lib/api/endpoint-query.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getImprovement, listImprovements } from '#lib/contracts/routes.ts'

type List = CallResponse<typeof listImprovements>

const lists = { queryKey: [listImprovements.tag, listImprovements.path] }

/** Returns the improvement from the cache of its own page or of any list. */
export function findCachedImprovement(client: QueryClient, id: string): Improvement | undefined {
  const cachedImprovements = client.getQueriesData<List>(lists).flatMap(([, list]) => list?.result ?? [])
  const single = client.getQueryData<Improvement>(buildEndpointKey(getImprovement, { params: { id } }))
  return single ?? cachedImprovements.find((improvement) => improvement.id === id)
}

/** Patches an improvement in every cached list and on its own page. */
export function patchCachedImprovement(client: QueryClient, id: string, patch: ImprovementEdit | Improvement): void {
  const patched = (improvement: Improvement) =>
    improvement.id === id ? ({ ...improvement, ...patch } as Improvement) : improvement
  client.setQueriesData<List>(lists, (list) => list && { ...list, result: list.result.map(patched) })
  client.setQueryData<Improvement>(
    buildEndpointKey(getImprovement, { params: { id } }),
    (single) => single && patched(single),
  )
}
