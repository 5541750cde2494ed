'use client'

import dynamic from 'next/dynamic'
import { SkeletonText } from './skeleton.tsx'

/** `Markdown` for the browser, in a chunk of its own: a preview beside an editor. */
export const MarkdownLazy = dynamic(() => import('./markdown.tsx').then((module) => module.Markdown), {
  ssr: false,
  loading: () => <SkeletonText lines={4} label="Loading the preview" />,
})
