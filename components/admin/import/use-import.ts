import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useDebounced } from '#components/ui/use-debounced.ts'
import { callEndpoint } from '#lib/api/call-endpoint.ts'
import { buildEndpointKey, endpointQuery } from '#lib/api/endpoint-query.ts'
import type { Mapping } from '#lib/contracts/import-mapping.ts'
import type { ImportRecord } from '#lib/contracts/import-records.ts'
import { getImport, previewImport, updateImport } from '#lib/contracts/routes.ts'

const pollMs = 1000
const previewDelayMs = 500

export const importQuery = (id: string) => endpointQuery(getImport, { params: { id } })

export const isRunning = ({ status }: Pick<ImportRecord, 'status'>) => status === 'queued' || status === 'running'

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

/** Returns the mapping of an import, including options that the API accepts beside it. */
function readMapping({ options: { mapping, time_zone, encoding } }: ImportRecord): Mapping {
  return {
    ...mapping,
    ...(time_zone === undefined ? {} : { time_zone }),
    ...(encoding === undefined ? {} : { encoding }),
  }
}

const previewQuery = (id: string, mapping: Mapping) =>
  queryOptions({
    queryKey: [...buildEndpointKey(previewImport, { params: { id } }), mapping],
    queryFn: async ({ signal }) =>
      (await callEndpoint(previewImport, { params: { id }, body: { options: { mapping } } }, { signal })).data,
    staleTime: 30_000,
  })

/** The edited mapping and its preview. Each edit is saved with the import once it pauses. */
export function useMapping(record: ImportRecord) {
  const { id } = record
  const client = useQueryClient()
  const [mapping, setMapping] = useState(() => readMapping(record))
  const debouncedMapping = useDebounced(mapping, previewDelayMs)
  const saved = useRef<{ mapping: Mapping | undefined; done: Promise<void> }>({
    mapping: debouncedMapping,
    done: Promise.resolve(),
  })
  const save = (next: Mapping) => {
    if (saved.current.mapping !== next) saved.current = { mapping: next, done: store(next) }
    return saved.current.done
  }
  const store = async (next: Mapping) => {
    try {
      const { data } = await callEndpoint(updateImport, { params: { id }, body: { options: { mapping: next } } })
      client.setQueryData(importQuery(id).queryKey, data)
    } catch (error) {
      saved.current = { mapping: undefined, done: Promise.resolve() }
      throw error
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: saves once for each finished mapping
  useEffect(() => {
    // The preview of the same mapping shows the error.
    save(debouncedMapping).catch(() => undefined)
  }, [debouncedMapping])
  const preview = useQuery({ ...previewQuery(id, debouncedMapping), placeholderData: keepPreviousData, retry: false })
  return {
    mapping,
    setMapping,
    preview,
    isCurrent: debouncedMapping === mapping && !preview.isFetching && !preview.isError,
    save: () => save(mapping),
  }
}
