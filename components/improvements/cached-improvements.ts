import type { QueryClient } from '@tanstack/react-query'
import type { CallResponse } from '#lib/api/call-endpoint.ts'
import { endpointKey } from '#lib/api/endpoint-query.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvement-edits.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { getImprovement, listImprovements } from '#lib/contracts/routes.ts'

type List = CallResponse<typeof listImprovements>

const lists = { queryKey: [listImprovements.tag, listImprovements.name] }

/** The improvement as the page shows it now, wherever it stands in the cache. */
export function findCachedImprovement(client: QueryClient, id: string): Improvement | undefined {
  const shown = client.getQueriesData<List>(lists).flatMap(([, list]) => list?.result ?? [])
  const alone = client.getQueryData<Improvement>(endpointKey(getImprovement, { params: { id } }))
  return alone ?? shown.find((improvement) => improvement.id === id)
}

/** Shows an improvement differently in every list and on its own page. */
export function patchCachedImprovement(client: QueryClient, id: string, patch: ImprovementEdit | Improvement): void {
  const patched = (improvement: Improvement) =>
    improvement.id === id ? ({ ...improvement, ...patch } as Improvement) : improvement
  client.setQueriesData<List>(lists, (list) => list && { ...list, result: list.result.map(patched) })
  client.setQueryData<Improvement>(endpointKey(getImprovement, { params: { id } }), (alone) => alone && patched(alone))
}
