import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { showToast } from '#components/ui/overlay/toast.tsx'
import { ApiError } from '#lib/api/api-error.ts'
import { type CallResponse, callEndpoint } from '#lib/api/call-endpoint.ts'
import { buildEndpointKey, invalidateTags } from '#lib/api/endpoint-query.ts'
import type { ImprovementEdit } from '#lib/contracts/app/improvements.ts'
import type { Improvement } from '#lib/contracts/improvements.ts'
import { editImprovement, getImprovement, listImprovements } from '#lib/contracts/routes.ts'
import { improvementStatusLabels } from '#lib/domain/improvements/status-labels.ts'

type Edit = { improvement: Improvement; edit: ImprovementEdit }
type OptimisticEdit = { before: Improvement; release: () => void }

/** Edits optimistically, one edit after the other, so that a quick second one does not conflict with the first. */
export function useEditImprovement() {
  const client = useQueryClient()
  return useMutation<Improvement, Error, Edit, OptimisticEdit>({
    scope: { id: 'improvements' },
    mutationFn: ({ improvement: { id, updated_at }, edit }) =>
      saveImprovement(id, findCachedImprovement(client, id)?.updated_at ?? updated_at, edit),
    onMutate: async ({ improvement, edit }) => {
      await client.cancelQueries({ queryKey: [listImprovements.tag] })
      const before = findCachedImprovement(client, improvement.id) ?? improvement
      patchCachedImprovement(client, improvement.id, edit)
      return { before, release: blockUnload() }
    },
    onSuccess: (after) => patchCachedImprovement(client, after.id, after),
    onError: (error, { improvement }, shown) => {
      const current = error instanceof EditConflict ? error.current : shown?.before
      if (current) patchCachedImprovement(client, improvement.id, current)
    },
    onSettled: (_after, _error, _edit, shown) => {
      shown?.release()
      return invalidateTags(client, [listImprovements.tag, 'Search'])
    },
  })
}

export function showNotSaved(error: Error): void {
  const isConflict = error instanceof EditConflict
  showToast({ kind: isConflict ? 'warning' : 'error', title: 'Change not saved', description: error.message })
}

/** Makes the browser ask before the page is left while a change is being saved, until the result is called. */
function blockUnload(): () => void {
  const ask = (event: BeforeUnloadEvent) => event.preventDefault()
  window.addEventListener('beforeunload', ask)
  return () => window.removeEventListener('beforeunload', ask)
}

type List = CallResponse<typeof listImprovements>

const lists = { queryKey: [listImprovements.tag, listImprovements.path] }

function findCachedImprovement(client: QueryClient, id: string): Improvement | undefined {
  const cachedImprovements = client.getQueriesData<List>(lists).flatMap(([, list]) => list?.result ?? [])
  const single = client.getQueryData<Improvement>(buildEndpointKey(getImprovement, { params: { id } }))
  return single ?? cachedImprovements.find((improvement) => improvement.id === id)
}

export function patchCachedImprovement(client: QueryClient, id: string, patch: ImprovementEdit | Improvement): void {
  const patched = (improvement: Improvement) =>
    improvement.id === id ? ({ ...improvement, ...patch } as Improvement) : improvement
  client.setQueriesData<List>(lists, (list) => list && { ...list, result: list.result.map(patched) })
  client.setQueryData<Improvement>(
    buildEndpointKey(getImprovement, { params: { id } }),
    (single) => single && patched(single),
  )
}

/** Thrown if someone else changed the improvement since it was read; nothing was saved. */
export class EditConflict extends Error {
  readonly current: Improvement

  constructor(current: Improvement) {
    super(
      `Someone else has changed this action. It is now ${improvementStatusLabels[current.status].toLowerCase()}, ` +
        `owned by ${current.owner} and due on ${current.target_date}.`,
    )
    this.current = current
  }
}

/** Saves an edit unless the improvement changed since `knownUpdatedAt`. Throws `EditConflict` or `ApiError`. */
export async function saveImprovement(id: string, knownUpdatedAt: string, edit: ImprovementEdit): Promise<Improvement> {
  const read = () => callEndpoint(getImprovement, { params: { id } })
  const { data: stored, etag } = await read()
  if (stored.updated_at !== knownUpdatedAt) throw new EditConflict(stored)
  try {
    const options = { keepalive: true, ...(etag ? { ifMatch: etag } : {}) }
    return (await callEndpoint(editImprovement, { params: { id }, body: edit }, options)).data
  } catch (error) {
    if (error instanceof ApiError && error.code === 'precondition_failed') {
      throw new EditConflict((await read()).data)
    }
    throw error
  }
}
