import type { ReactNode } from 'react'
import { Markdown } from '#components/ui/text/markdown.tsx'
import { RenderedTexts } from './rendered-texts.tsx'

/** Renders lessons on the server, so that the browser needs no Markdown parser to show them. */
export function ReadOnlyLessons({ sources, children }: { sources: readonly string[]; children: ReactNode }) {
  const texts = new Map(
    sources.map((source) => [
      source,
      <Markdown key="text" under={2}>
        {source}
      </Markdown>,
    ]),
  )
  return <RenderedTexts texts={texts}>{children}</RenderedTexts>
}
