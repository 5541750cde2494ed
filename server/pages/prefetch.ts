import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'
import { log } from '#server/platform/log/log.ts'

/**
 * Prefetches, within the process, the response that a component of the page will request from an endpoint, under the
 * component's query key. A failure is logged; the component requests it again and shows the error.
 */
export async function prefetch<E extends Endpoint>(
  client: QueryClient,
  endpoint: E,
  options: { queryKey: QueryKey },
  load: () => Promise<ResponseOf<E>>,
): Promise<void> {
  await client.prefetchQuery({
    queryKey: options.queryKey,
    queryFn: async () => {
      try {
        return endpoint.response.parse(await load())
      } catch (error) {
        log.warn({ err: error, operation: endpoint.name }, 'prefetch failed')
        throw error
      }
    },
    retry: false,
  })
}
