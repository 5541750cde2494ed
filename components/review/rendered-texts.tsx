'use client'

import { createContext, type ReactNode, use } from 'react'

type Texts = ReadonlyMap<string, ReactNode>

const RenderedTextsContext = createContext<Texts>(new Map())

/** Gives what is inside texts in Markdown that the server has rendered, each by its source. */
export function RenderedTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <RenderedTextsContext value={texts}>{children}</RenderedTextsContext>
}

/** The text as the server rendered it; undefined where it did not. */
export const useRenderedText = (source: string): ReactNode => use(RenderedTextsContext).get(source)
