'use client'

import dynamic from 'next/dynamic'
import { SkeletonText } from '#components/ui/skeleton.tsx'

/** `Markdown` in its own chunk, for rendering in the browser. */
export const MarkdownLazy = dynamic(() => import('./markdown.tsx').then((module) => module.Markdown), {
  ssr: false,
  loading: () => <SkeletonText lines={4} label="Loading the preview" />,
})
