import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint, ResponseOf } from '#lib/contracts/endpoint.ts'
import { log } from '#server/platform/log/log.ts'

/**
 * Loads in process what a component of the page will ask an endpoint for, under the component's own key. A failure is
 * logged and left to the component, which asks again and shows it.
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
