'use client'

import NextLink from 'next/link'
import type { ComponentProps } from 'react'
import { LinkLoading } from './page-loading.tsx'

/** Without prefetching: every page is rendered per request, so the links of a list would cause dozens of requests. */
export const Link = ({ children, ...props }: ComponentProps<typeof NextLink>) => (
  <NextLink prefetch={false} {...props}>
    {children}
    <LinkLoading />
  </NextLink>
)
