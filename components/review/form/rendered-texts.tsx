'use client'

import { createContext, type ReactNode, use } from 'react'

type Texts = ReadonlyMap<string, ReactNode>

const RenderedTextsContext = createContext<Texts>(new Map())

/** Provides Markdown that the server has rendered, by its source text. */
export function RenderedTexts({ texts, children }: { texts: Texts; children: ReactNode }) {
  return <RenderedTextsContext value={texts}>{children}</RenderedTextsContext>
}

/** The rendered text, or undefined if the server did not render it. */
export const useRenderedText = (source: string): ReactNode => use(RenderedTextsContext).get(source)
