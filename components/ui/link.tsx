import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/**
 * Link inside the application, without prefetching: every page is rendered per request, so the links of a list would
 * cause dozens of requests.
 */
export function Link(props: ComponentProps<typeof NextLink>) {
  return <NextLink prefetch={false} {...props} />
}
