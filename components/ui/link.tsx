import NextLink from 'next/link'
import type { ComponentProps } from 'react'

/** Without prefetching: every page is rendered per request, so the links of a list would cause dozens of requests. */
export const Link = (props: ComponentProps<typeof NextLink>) => <NextLink prefetch={false} {...props} />
