import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { ApiError } from '#lib/api/api-error.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { endpointQuery } from '#lib/api/endpoint-query.ts'
import type { ImportRecord, Mapping } from '#lib/contracts/import-records.ts'
import { getImport, previewImport, updateImport } from '#lib/contracts/routes.ts'

const pollMs = 1000
const previewDelayMs = 500

const importQuery = (id: string) => endpointQuery(getImport, { params: { id } })

export const isRunning = ({ status }: ImportRecord) => status === 'queued' || status === 'running'

/** True while the mapping can still change, because the import has written nothing yet. */
export const isEditable = ({ status, dry_run }: ImportRecord) =>
  status === 'draft' || status === 'failed' || status === 'cancelled' || (status === 'done' && dry_run)

/** Reads an import, and polls it while it runs or the policy decides on its changes. */
export const useImport = (id: string) =>
  useQuery({
    ...importQuery(id),
    refetchInterval: ({ state }) =>
      state.data && (isRunning(state.data) || state.data.decisions?.undecided) ? pollMs : false,
  })

/** A write that returns the import. Writes of the same scope run one after the other. */
export function useImportWrite<Input>(write: (input: Input) => Promise<{ data: ImportRecord }>, scope?: string) {
  const client = useQueryClient()
  return useMutation<ImportRecord, Error, Input>({
    mutationFn: async (input) => (await write(input)).data,
    ...(scope ? { scope: { id: scope } } : {}),
    onSuccess: (record) => client.setQueryData(importQuery(record.id).queryKey, record),
  })
}

/** Returns the mapping of an import, including options that the API accepts beside it. */
const readMapping = ({ options: { mapping, time_zone, encoding } }: ImportRecord): Mapping => ({
  ...mapping,
  ...(time_zone === undefined ? {} : { time_zone }),
  ...(encoding === undefined ? {} : { encoding }),
})

/** The edited mapping and its preview. Each edit is saved with the import once it pauses. */
export function useMapping(record: ImportRecord) {
  const params = { id: record.id }
  const [mapping, setMapping] = useState(() => readMapping(record))
  const debouncedMapping = useDebounced(mapping, previewDelayMs)
  const update = useImportWrite(
    (next: Mapping) => callEndpoint(updateImport, { params, body: { options: { mapping: next } } }),
    'mapping',
  )
  const [initial] = useState(mapping)
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves once for each finished mapping
  useEffect(() => {
    // An error shows with the preview of the same mapping.
    if (debouncedMapping !== initial) update.mutate(debouncedMapping)
  }, [debouncedMapping])
  const preview = useQuery({
    queryKey: ['import preview', record.id, debouncedMapping],
    queryFn: async ({ signal }) => {
      const body = { options: { mapping: debouncedMapping } }
      return (await callEndpoint(previewImport, { params, body }, { signal })).data
    },
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    // Others are being previewed: it waits for its turn.
    retry: (_, error) => error instanceof ApiError && error.status === 503,
  })
  return {
    mapping,
    setMapping,
    preview,
    isCurrent: debouncedMapping === mapping && !preview.isFetching && !preview.isError,
    save: () => update.mutateAsync(mapping),
  }
}
